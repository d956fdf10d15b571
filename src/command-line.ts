import { parseArgs } from 'node:util'
import { type Config, readConfig } from './config/config.ts'
import { faultsText } from './config/faults-text.ts'
import { DataDirectoryTaken } from './runtime/instance-lock.ts'
import { keepFilesPrivate } from './runtime/private-files.ts'
import { SecretLost } from './runtime/secret.ts'
import { StoreBroken } from './store/contract/errors.ts'
import { DatabaseUnusable } from './store/engine/connection.ts'
import { VERSION } from './version.ts'

const USAGE = `Formslot ${VERSION}

  formslot [serve]                     run the service
  formslot doctor [--json]             check everything the service needs and explain how to fix problems
           [--send-test you@domain]    and send a test email
  formslot plan list [--json]          list the plans and the number of owners of each
  formslot plan show <email> [--json]  show the plan of an owner and the usage of this month
  formslot plan set <email> <plan> [--json]
                                       change the plan of an owner, with immediate effect
  formslot suppress <email>            refuse anonymous endpoints for this address
  formslot unsuppress <email>          allow anonymous endpoints for this address again
  formslot build                       build the dashboard (serve does this when necessary)
  formslot migrate                     update the database schema and exit
  formslot copy --from file:… --to postgres://…
                                       copy everything to an empty database; stop the service first
  formslot --help | --version

From a checkout: npm start, and npm start -- doctor.
Settings are environment variables named FORMSLOT_…; see docs/self-hosting.md.
`

const COMMANDS = ['serve', 'build', 'doctor', 'plan', 'suppress', 'unsuppress', 'migrate', 'copy'] as const

// The codes of sysexits.h.
const EXIT_FAILED = 1
const EXIT_USAGE = 64
const EXIT_CONFIG = 78

const DATA_DIR_RULE = 'FORMSLOT_DATA_DIR must be a directory that the user of the service can write to'

/** Runs the command; returns the exit code. */
export async function run(argv: string[]): Promise<number> {
  const given = await readArguments(argv)
  if (typeof given === 'string') {
    process.stderr.write(`${given}\n\n${USAGE}`)
    return EXIT_USAGE
  }
  const { values, command } = given
  if (values.help || values.version) {
    process.stdout.write(values.help ? USAGE : `${VERSION}\n`)
    return 0
  }
  if (command === 'build') {
    const { buildDashboard } = await import('./commands/build.ts')
    return (await buildDashboard(process.stdout)) ? 0 : EXIT_FAILED
  }
  const read = readConfig(process.env)
  if (read.kind === 'faults') {
    process.stderr.write(faultsText(read.faults))
    return EXIT_CONFIG
  }
  return runCommand(given, read.config).catch((error: unknown) => {
    const message = describeFault(error, read.config)
    if (message === null) throw error
    process.stderr.write(`Formslot cannot ${command === 'serve' ? 'start' : command}: ${message}\n`)
    return EXIT_FAILED
  })
}

async function runCommand(
  { values, command, mailbox, planCommand }: Exclude<Awaited<ReturnType<typeof readArguments>>, string>,
  config: Config,
): Promise<number> {
  // Each command is loaded when it runs: a start of the service needs none of the others.
  if (command === 'serve') {
    const { serve } = await import('./commands/serve.ts')
    await serve(config)
    return 0
  }
  keepFilesPrivate()
  if (command === 'suppress' || command === 'unsuppress') {
    const { suppress } = await import('./commands/suppress.ts')
    const { output, done } = await suppress(config, {
      mailbox: mailbox ?? '',
      to: command,
      now: new Date(),
    })
    process.stdout.write(`${output}\n`)
    return done ? 0 : EXIT_FAILED
  }
  if (planCommand) {
    const { plan } = await import('./commands/plan.ts')
    const format = values.json ? 'json' : 'text'
    const { output, done } = await plan(config, { command: planCommand, format, now: new Date() })
    const stream = done ? process.stdout : process.stderr
    stream.write(`${output}\n`)
    return done ? 0 : EXIT_FAILED
  }
  if (command === 'migrate') {
    const { migrate } = await import('./commands/migrate.ts')
    process.stdout.write(`${await migrate(config, new Date())}\n`)
    return 0
  }
  if (command === 'copy') {
    const { copy } = await import('./commands/copy.ts')
    const { output, done } = await copy(config, {
      from: values.from ?? '',
      to: values.to ?? '',
      now: new Date(),
      show: process.stderr.isTTY ? (line) => process.stderr.write(`\r\x1b[K${line}`) : () => {},
    })
    process.stdout.write(`${output}\n`)
    return done ? 0 : EXIT_FAILED
  }
  const { doctor } = await import('./commands/doctor.ts')
  const { text, healthy } = await doctor(config, {
    format: values.json ? 'json' : 'text',
    sendTest: values['send-test'] ?? null,
    now: new Date(),
  })
  process.stdout.write(text)
  return healthy ? 0 : EXIT_FAILED
}

async function readArguments(argv: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        version: { type: 'boolean' },
        json: { type: 'boolean' },
        'send-test': { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
      },
    })
    const [command = 'serve', mailbox, ...more] = positionals
    if (!isCommand(command)) return `Unknown command "${command}".`
    if (values.json && command !== 'doctor' && command !== 'plan')
      return '--json works only with doctor and plan.'
    if (values['send-test'] !== undefined && command !== 'doctor')
      return '--send-test works only with doctor.'
    const { from, to } = values
    if (command !== 'copy' && (from !== undefined || to !== undefined))
      return '--from and --to work only with copy.'
    if (command === 'copy' && (from === undefined || to === undefined)) return 'copy needs --from and --to.'
    if (command === 'plan' && !values.help) {
      const { readPlanCommand } = await import('./commands/plan.ts')
      const planCommand = readPlanCommand(positionals.slice(1))
      return typeof planCommand === 'string'
        ? planCommand
        : ({ values, command, mailbox, planCommand } as const)
    }
    const takesAddress = command === 'suppress' || command === 'unsuppress'
    const unexpected = takesAddress ? more[0] : mailbox
    if (unexpected !== undefined) return `Unexpected argument "${unexpected}".`
    if (takesAddress && mailbox === undefined) return `${command} needs an email address.`
    return { values, command, mailbox, planCommand: null } as const
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
}

function isCommand(word: string): word is (typeof COMMANDS)[number] {
  return COMMANDS.some((command) => command === word)
}

/** Describes a fault that an operator can fix; null for all others. */
function describeFault(error: unknown, config: Config): string | null {
  const known = [DataDirectoryTaken, SecretLost, DatabaseUnusable, StoreBroken]
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
