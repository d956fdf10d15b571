import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CommandFailure, EXIT } from '../terminal/failure.ts'
import { VERSION } from '../version.ts'
import type { Context } from './command.ts'

/** Commands of the server and what they do. */
export const SERVER_COMMANDS: Readonly<Record<string, string>> = {
  serve: 'run an instance',
  doctor: 'check everything that an instance needs',
  plan: 'list and change the plans of owners',
  suppress: 'refuse anonymous endpoints for an email address',
  unsuppress: 'allow them again',
  mailbox: 'read the embedded mailbox',
  backup: 'back up an instance',
  restore: 'restore a backup',
  copy: 'copy an instance to another database',
  migrate: 'update the database schema',
  build: 'build the dashboard',
}

/** Runs a command of the server, `formslot-server`, which npm fetches when it is not installed. Returns its exit code. */
export async function runServerCommand(
  args: readonly string[],
  { env, cwd, console }: Context,
): Promise<number> {
  if (console.isTerminal) console.note(console.paint.dim(`Starting formslot-server ${VERSION} …`))
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx'
  const child = spawn(npx, ['--yes', `formslot-server@${VERSION}`, ...args], {
    cwd,
    env,
    stdio: 'inherit',
    // npm on Windows is a script for its shell.
    shell: process.platform === 'win32',
  })
  // The terminal sends them to both: the server ends, and then its exit code is ours.
  const ignore = () => {}
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  process.on('SIGHUP', ignore)
  try {
    const [code] = await once(child, 'exit')
    return typeof code === 'number' ? code : EXIT.unexpected
  } catch (error) {
    throw new CommandFailure(EXIT.unexpected, {
      message: 'npx cannot be started.',
      hint: 'Install Node.js with npm, or run formslot-server directly.',
      cause: error,
    })
  }
}
