#!/usr/bin/env node
import { serve } from './commands/serve.ts'
import { readConfig } from './config.ts'
import { VERSION } from './version.ts'

const USAGE = `Formslot ${VERSION}

  formslot [serve]   run the service (also: npm start)
  formslot --help    this text
  formslot --version

Settings are environment variables that begin with FORMSLOT_; see docs/self-hosting.md.
`

// The codes of sysexits.h.
const EXIT_USAGE = 64
const EXIT_CONFIG = 78

const [command = 'serve'] = process.argv.slice(2)
switch (command) {
  case 'serve':
    await start()
    break
  case '--help':
    process.stdout.write(USAGE)
    break
  case '--version':
    process.stdout.write(`${VERSION}\n`)
    break
  default:
    process.stderr.write(`There is no command "${command}".\n\n${USAGE}`)
    process.exitCode = EXIT_USAGE
}

async function start(): Promise<void> {
  const read = readConfig(process.env)
  if (read.kind === 'ok') return serve(read.config)
  for (const fault of read.faults)
    process.stderr.write(`${fault.variable} ${fault.problem}\n  ${fault.expected}\n`)
  process.exitCode = EXIT_CONFIG
}
