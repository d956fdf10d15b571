import { run } from './run.ts'
import { createConsole } from './terminal/console.ts'

// `formslot inbox | head`: the reader has what it wants.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

const { env, stdin } = process
process.exitCode = await run(process.argv.slice(2), {
  env,
  cwd: process.cwd(),
  stdin,
  console: createConsole(process),
})
