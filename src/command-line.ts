import { type Command, type CommandLine, readArguments, USAGE } from './commands/arguments.ts'
import { BackupRefused } from './commands/backup/refused.ts'
import { keepFilesPrivate } from './commands/serve.ts'
import { type Config, readConfig } from './config/config.ts'
import { isContainer } from './config/container.ts'
import { faultsText } from './config/faults-text.ts'
import { DataDirectoryTaken } from './runtime/instance-lock.ts'
import { SecretLost } from './runtime/secret.ts'
import { StoreBroken } from './store/contract/errors.ts'
import { DatabaseRefused, DatabaseUnusable } from './store/engine/connection.ts'
import { VERSION } from './version.ts'

// The codes of sysexits.h.
const EXIT_FAILED = 1
const EXIT_USAGE = 64
const EXIT_LATER = 75
const EXIT_CONFIG = 78
const DEFAULT_COLUMNS = 80

const DATA_DIR_RULE = 'FORMSLOT_DATA_DIR must be a directory that the user of the service can write to'

/** Runs the command; returns the exit code. */
export async function run(argv: string[]): Promise<number> {
  const given = await readArguments(argv)
  if (typeof given === 'string') {
    process.stderr.write(`${given}\n\n${USAGE}`)
    return EXIT_USAGE
  }
  const { values, command } = given
  if (values.help || values.version || command === 'help') {
    process.stdout.write(values.version ? `${VERSION}\n` : USAGE)
    return 0
  }
  if (command === 'build') {
    const { buildDashboard } = await import('./commands/build.ts')
    return (await buildDashboard(process.stdout)) ? 0 : EXIT_FAILED
  }
  const read = readConfig(process.env, { isContainer: isContainer(process.env) })
  if (read.kind === 'faults') {
    process.stderr.write(faultsText(read.faults))
    // On any other code, a mail server would return the message as undeliverable.
    return command === 'bounce' ? EXIT_LATER : EXIT_CONFIG
  }
  // The service does so once the dashboard is built.
  if (command !== 'serve') keepFilesPrivate()
  return RUN[command](read.config, given).catch((error: unknown) => {
    const message = describeFault(error, read.config)
    if (message === null) throw error
    process.stderr.write(`Formslot cannot ${command === 'serve' ? 'start' : command}: ${message}\n`)
    return error instanceof DatabaseRefused ? EXIT_CONFIG : EXIT_FAILED
  })
}

/** Runs each command and returns the exit code. A command is loaded when it runs: the service needs none of the others. */
const RUN: Record<
  Exclude<Command, 'help' | 'build'>,
  (config: Config, given: CommandLine) => Promise<number>
> = {
  async serve(config) {
    const { serve } = await import('./commands/serve.ts')
    await serve(config)
    return 0
  },
  async doctor(config, { values }) {
    const { doctor } = await import('./commands/doctor.ts')
    const { text, healthy } = await doctor(config, {
      format: values.json ? 'json' : 'text',
      sendTest: values['send-test'] ?? null,
      reach: values.reach ?? null,
      bounce: values.bounce ?? false,
      now: new Date(),
    })
    process.stdout.write(text)
    return healthy ? 0 : EXIT_FAILED
  },
  async plan(config, { values, planCommand }) {
    if (!planCommand) throw new Error('the words of plan were not read')
    const { plan } = await import('./commands/plan.ts')
    const format = values.json ? 'json' : 'text'
    return print(await plan(config, { command: planCommand, format, now: new Date() }))
  },
  suppress: (config, { argument }) => runSuppress(config, { argument, to: 'suppress' }),
  unsuppress: (config, { argument }) => runSuppress(config, { argument, to: 'unsuppress' }),
  suspend: (config, given) => runSuspend(config, given, 'suspend'),
  unsuspend: (config, given) => runSuspend(config, given, 'unsuspend'),
  async erase(config, { argument, values }) {
    const { eraseAddress, eraseOwner } = await import('./commands/erase.ts')
    const about = { isAgreed: values.yes ?? false, now: new Date() }
    const email = argument ?? ''
    if (values.account) {
      return print(await eraseOwner(config, { mailbox: email, exportFile: values.export ?? null, ...about }))
    }
    const { owner = null, receipt = null, everywhere = false } = values
    return print(await eraseAddress(config, { address: email, everywhere, owner, receipt, ...about }))
  },
  async bounce(config, { argument, values }) {
    const { takeBounce } = await import('./commands/bounce.ts')
    const isStrict = values.strict ?? false
    const request = { message: process.stdin, recipient: argument, isStrict, now: new Date() }
    const { output, code } = await takeBounce(config, request)
    process.stderr.write(`${output}\n`)
    return code
  },
  async migrate(config) {
    const { migrate } = await import('./commands/migrate.ts')
    process.stdout.write(`${await migrate(config, new Date())}\n`)
    return 0
  },
  async copy(config, { values }) {
    const { copy } = await import('./commands/copy.ts')
    return print(
      await copy(config, {
        from: values.from ?? '',
        to: values.to ?? '',
        now: new Date(),
        show: showProgress,
      }),
    )
  },
  async 'copy-files'(config, { values }) {
    const { copyFiles } = await import('./commands/copy-files.ts')
    return print(
      await copyFiles(config, {
        from: values.from ?? null,
        to: values.to ?? null,
        say,
        show: showProgress,
      }),
    )
  },
  async backup(config, { argument, values }) {
    const { backup } = await import('./commands/backup/backup.ts')
    return print(
      await backup(config, {
        file: argument ?? '',
        now: new Date(),
        withSecret: values['with-secret'] ?? false,
        withMailbox: values.mailbox ?? false,
        withFiles: !values['without-files'],
        say,
        show: showProgress,
      }),
    )
  },
  async restore(config, { argument, values }) {
    const { restore } = await import('./commands/backup/restore.ts')
    return print(
      await restore(config, {
        file: argument ?? '',
        to: values.to ?? null,
        check: values.check ?? false,
        now: new Date(),
        say,
        show: showProgress,
      }),
    )
  },
  async mailbox(config, { argument, values }) {
    const { followEmails, listEmails, showEmail } = await import('./commands/mailbox.ts')
    if (values.follow) {
      process.stdout.on('error', endWithReader)
      await followEmails(config, (text) => process.stdout.write(text))
    }
    return print(argument === null ? await listEmails(config) : await showEmail(config, argument))
  },
}

async function runSuppress(
  config: Config,
  { argument, to }: { argument: string | null; to: 'suppress' | 'unsuppress' },
): Promise<number> {
  const { suppress } = await import('./commands/suppress.ts')
  return print(await suppress(config, { mailbox: argument ?? '', to, now: new Date() }))
}

async function runSuspend(
  config: Config,
  { argument, values }: CommandLine,
  to: 'suspend' | 'unsuspend',
): Promise<number> {
  const { suspend } = await import('./commands/suspend.ts')
  const reason = values.reason ?? null
  return print(await suspend(config, { subject: argument ?? '', to, reason, now: new Date() }))
}

/** Ends the process when the program that reads its output has ended, as `head` does. */
function endWithReader(error: Error): void {
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  throw error
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Overwrites the line of progress, on a terminal alone. */
function showProgress(line: string): void {
  const { isTTY, columns } = process.stderr
  // A line that wraps could not be overwritten; a terminal that does not know its size says 0.
  if (isTTY) process.stderr.write(`\r\x1b[K${line.slice(0, (columns || DEFAULT_COLUMNS) - 1)}`)
}

function print({ output, done }: { output: string; done: boolean }): number {
  const stream = done ? process.stdout : process.stderr
  stream.write(`${output}\n`)
  return done ? 0 : EXIT_FAILED
}

/** Describes a fault that an operator can fix; null for all others. */
function describeFault(error: unknown, config: Config): string | null {
  const known = [DataDirectoryTaken, SecretLost, DatabaseUnusable, StoreBroken, BackupRefused]
  if (error instanceof Error && known.some((kind) => error instanceof kind)) return error.message
  if (!(error instanceof Error) || !('code' in error)) return null
  const isListening = 'syscall' in error && error.syscall === 'listen'
  const port = 'port' in error ? error.port : config.port
  const setting = port === config.metricsListen?.port ? 'FORMSLOT_METRICS_LISTEN' : 'FORMSLOT_PORT'
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use. Stop the program that uses it, or set ${setting}`
    case 'EACCES':
      if (isListening) return `port ${port} needs root. Set ${setting} to 1024 or more`
      return `${error.message}. ${DATA_DIR_RULE}`
    case 'EEXIST':
    case 'ENOTDIR':
    case 'EPERM':
    case 'EROFS':
      return `${error.message}. ${DATA_DIR_RULE}`
    case 'EADDRNOTAVAIL':
      return `${config.host} is not an address of this machine. Set FORMSLOT_HOST`
    default:
      return null
  }
}
