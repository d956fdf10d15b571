import { parseArgs } from 'node:util'
import { BackupRefused } from './commands/backup/refused.ts'
import type { PlanCommand } from './commands/plan.ts'
import { type Config, readConfig } from './config/config.ts'
import { isContainer } from './config/container.ts'
import { faultsText } from './config/faults-text.ts'
import { DataDirectoryTaken } from './runtime/instance-lock.ts'
import { keepFilesPrivate } from './runtime/private-files.ts'
import { SecretLost } from './runtime/secret.ts'
import { StoreBroken } from './store/contract/errors.ts'
import { DatabaseRefused, DatabaseUnusable } from './store/engine/connection.ts'
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
  formslot backup <file.tar>           back up the database while the service runs
           [--with-secret] [--files]   and the secret, and the embedded mailbox
  formslot restore <file.tar> [--to <directory>]
                                       restore a backup to an empty directory
           [--check]                   only verify the backup
  formslot mailbox [<id>]              list the emails of the embedded mailbox, or show one
           [--follow]                  show new emails as they arrive
  formslot help | --help | --version

From a checkout: npm start, and npm start -- doctor.
Settings are environment variables named FORMSLOT_…; see docs/self-hosting.md.
`

/** Options of each command, and the argument it takes. */
export const COMMANDS = {
  serve: {},
  doctor: { options: ['json', 'send-test'] },
  // Its words are read by `commands/plan.ts`.
  plan: { options: ['json'], words: 'own' },
  suppress: { needs: 'an email address' },
  unsuppress: { needs: 'an email address' },
  build: {},
  migrate: {},
  copy: { options: ['from', 'to'], needsOptions: true },
  backup: { options: ['with-secret', 'files'], needs: 'the name of a file' },
  restore: { options: ['to', 'check'], needs: 'the name of a file' },
  mailbox: { options: ['follow'], mayHave: 'the id of an email' },
  help: {},
} as const satisfies Record<string, CommandRules>

type CommandRules = {
  options?: readonly OptionName[]
  /** All its options are required. */
  needsOptions?: true
  /** Its argument, which must be given. */
  needs?: string
  /** Its argument, which may be left out. */
  mayHave?: string
  words?: 'own'
}

type Command = keyof typeof COMMANDS

const OPTIONS = {
  help: { type: 'boolean' },
  version: { type: 'boolean' },
  json: { type: 'boolean' },
  'send-test': { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  follow: { type: 'boolean' },
  'with-secret': { type: 'boolean' },
  files: { type: 'boolean' },
  check: { type: 'boolean' },
} as const

type OptionName = Exclude<keyof typeof OPTIONS, 'help' | 'version'>

type Values = ReturnType<typeof parseOptions>['values']

/** The command line, checked. */
type CommandLine = {
  command: Command
  values: Values
  /** The argument of the command; null when there is none. */
  argument: string | null
  planCommand: PlanCommand | null
}

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
    return EXIT_CONFIG
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
        show: process.stderr.isTTY ? (line) => process.stderr.write(`\r\x1b[K${line}`) : () => {},
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
        withFiles: values.files ?? false,
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

/** Ends the process when the program that reads its output has ended, as `head` does. */
function endWithReader(error: Error): void {
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  throw error
}

function print({ output, done }: { output: string; done: boolean }): number {
  const stream = done ? process.stdout : process.stderr
  stream.write(`${output}\n`)
  return done ? 0 : EXIT_FAILED
}

/** Reads the command line; returns an error message when it is wrong. */
async function readArguments(argv: string[]): Promise<CommandLine | string> {
  try {
    const { values, positionals } = parseOptions(argv)
    const [command = 'serve', ...words] = positionals
    if (!isCommand(command)) return `Unknown command "${command}".`
    const rules: CommandRules = COMMANDS[command]
    const misplaced = findMisplaced(values, rules)
    if (misplaced) return `--${misplaced} works only with ${listCommandsWith(misplaced).join(' and ')}.`
    if (values.help || values.version) return { command, values, argument: null, planCommand: null }
    const { options = [] } = rules
    if (rules.needsOptions && options.some((name) => values[name] === undefined)) {
      return `${command} needs ${options.map((name) => `--${name}`).join(' and ')}.`
    }
    if (rules.words === 'own') {
      const { readPlanCommand } = await import('./commands/plan.ts')
      const planCommand = readPlanCommand(words)
      return typeof planCommand === 'string' ? planCommand : { command, values, argument: null, planCommand }
    }
    const takesArgument = rules.needs !== undefined || rules.mayHave !== undefined
    const unexpected = words[takesArgument ? 1 : 0]
    if (unexpected !== undefined) return `Unexpected argument "${unexpected}".`
    const [argument = null] = words
    if (rules.needs !== undefined && argument === null) return `${command} needs ${rules.needs}.`
    if (values.follow && argument !== null) return '--follow shows new emails: leave the id out.'
    return { command, values, argument, planCommand: null }
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
}

function parseOptions(argv: string[]) {
  return parseArgs({ args: argv, allowPositionals: true, options: OPTIONS })
}

/** Returns an option that belongs to another command. */
function findMisplaced(values: Values, { options = [] }: CommandRules): OptionName | undefined {
  return OPTION_NAMES.find((name) => values[name] !== undefined && !options.includes(name))
}

function listCommandsWith(option: OptionName): string[] {
  return Object.entries(COMMANDS as Record<string, CommandRules>)
    .filter(([, { options = [] }]) => options.includes(option))
    .map(([command]) => command)
}

const OPTION_NAMES = [
  ...new Set(Object.values(COMMANDS).flatMap((rules: CommandRules) => rules.options ?? [])),
]

function isCommand(word: string): word is Command {
  return Object.hasOwn(COMMANDS, word)
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
