import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { CommandFailure, EXIT } from '../terminal/failure.ts'
import { VERSION } from '../version.ts'
import type { Context } from './command.ts'

/** npm installs scripts for the shell of Windows. */
const IS_WINDOWS = process.platform === 'win32'

/** Commands of the server and what they do. */
export const SERVER_COMMANDS: Readonly<Record<string, string>> = {
  serve: 'run an instance',
  doctor: 'check everything that an instance needs',
  plan: 'list and change the plans of owners',
  suppress: 'refuse anonymous endpoints for an email address',
  unsuppress: 'allow anonymous endpoints for it again',
  mailbox: 'read the embedded mailbox',
  backup: 'back up an instance',
  restore: 'restore a backup',
  copy: 'copy an instance to another database',
  migrate: 'update the database schema',
  build: 'build the dashboard',
}

/** Runs a command of the server, `formslot-server`, which npm fetches when it is not installed. Returns its exit code. */
export async function runServerCommand(args: readonly string[], context: Context): Promise<number> {
  const { env, cwd, console } = context
  if (console.isTerminal) console.note(console.paint.dim(`Starting formslot-server ${VERSION} …`))
  // Started directly: npx would end at a signal, and leave the server running.
  const program = await findServer(context)
  const child = spawn(program, args, { cwd, env, stdio: 'inherit', shell: IS_WINDOWS })
  // A terminal interrupts both, and the server takes its time to stop; other signals reach this process alone.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit').catch((error: unknown) => {
    throw new CommandFailure(EXIT.unexpected, { message: `${program} cannot be started.`, cause: error })
  })
  return typeof code === 'number' ? code : EXIT.unexpected
}

/** Finds the command of the server where npx has put it. */
async function findServer({ env, cwd }: Context): Promise<string> {
  const npx = spawn(
    IS_WINDOWS ? 'npx.cmd' : 'npx',
    ['--yes', `--package=formslot-server@${VERSION}`, '--', 'node', '-p', 'process.env.PATH'],
    { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], shell: IS_WINDOWS },
  )
  const [[code], folders] = await Promise.all([once(npx, 'close'), text(npx.stdout)]).catch(
    (error: unknown) => {
      const hint = 'Install Node.js with npm, or run formslot-server directly.'
      throw new CommandFailure(EXIT.unexpected, { message: 'npx cannot be started.', hint, cause: error })
    },
  )
  const name = IS_WINDOWS ? 'formslot-server.cmd' : 'formslot-server'
  const program = folders
    .trim()
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
  if (code === 0 && program !== undefined) return program
  const message = `npm could not fetch formslot-server ${VERSION}.`
  throw new CommandFailure(EXIT.unexpected, { message, hint: 'Its reason is above.' })
}
