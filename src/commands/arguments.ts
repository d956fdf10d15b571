import { parseArgs } from 'node:util'
import { VERSION } from '../version.ts'
import type { PlanCommand } from './plan.ts'

export const USAGE = `Formslot ${VERSION}

  formslot-server [serve]                     run the service
  formslot-server doctor [--json]             check everything the service needs and explain how to fix problems
                  [--send-test you@domain]    and send a test email
                  [--bounce]                  and send an email that must bounce, and wait for it
                  [--reach https://host]      and try whether webhooks can reach a host
  formslot-server plan list [--json]          list the plans and the number of owners of each
  formslot-server plan show <email> [--json]  show the plan of an owner and the usage of this month
  formslot-server plan set <email> <plan> [--json]
                                              change the plan of an owner, with immediate effect
  formslot-server suppress <email>            refuse anonymous endpoints for this address
  formslot-server unsuppress <email>          allow anonymous endpoints for this address again
  formslot-server suspend <id|email> [--reason "…"]
                                              stop an endpoint, or all endpoints of an owner; deletes nothing
  formslot-server unsuspend <id|email>        let it accept again
  formslot-server erase <email> [--everywhere] [--owner <email>] [--yes] [--receipt <file.json>]
                                              find everything that a person sent, and delete it with --yes
  formslot-server erase --account <email> [--export <file.zip> --yes]
                                              export the account of an owner, and then delete it
  formslot-server bounce [<recipient>]        read a bounce that a mail server pipes in (docs/bounces.md)
                  [--strict]                  exit with 65 for a message that is not about our emails
  formslot-server build                       build the dashboard (serve does this when necessary)
  formslot-server migrate                     update the database schema and exit
  formslot-server copy --from file:… --to postgres://…
                                              copy everything to an empty database; stop the service first
  formslot-server copy-files --from file:… | --to file:…
                                              copy the files of visitors between a folder and FORMSLOT_FILES
  formslot-server backup <file.tar>           back up the database and the files while the service runs
                  [--with-secret] [--mailbox] and the secret, and the embedded mailbox
                  [--without-files]           leave the files of visitors out
  formslot-server restore <file.tar> [--to <directory>]
                                              restore a backup to an empty directory
                  [--check]                   only verify the backup
  formslot-server mailbox [<id>]              list the emails of the embedded mailbox, or show one
                  [--follow]                  show new emails as they arrive
  formslot-server help | --help | --version

From a checkout: npm start, and npm start -- doctor.
Settings are environment variables named FORMSLOT_…; see docs/self-hosting.md.
`

/** Options of each command, and the argument it takes. */
export const COMMANDS = {
  serve: {},
  doctor: { options: ['json', 'send-test', 'bounce', 'reach'] },
  // Its words are read by `plan.ts`.
  plan: { options: ['json'], words: 'own' },
  suppress: { needs: 'an email address' },
  unsuppress: { needs: 'an email address' },
  suspend: { options: ['reason'], needs: 'the id of an endpoint or an email address' },
  unsuspend: { needs: 'the id of an endpoint or an email address' },
  erase: {
    options: ['everywhere', 'owner', 'yes', 'receipt', 'account', 'export'],
    needs: 'an email address',
  },
  bounce: { options: ['strict'], mayHave: 'an email address' },
  build: {},
  migrate: {},
  copy: { options: ['from', 'to'], needsOptions: true },
  'copy-files': { options: ['from', 'to'], needsOneOption: true },
  backup: { options: ['with-secret', 'mailbox', 'without-files'], needs: 'the name of a file' },
  restore: { options: ['to', 'check'], needs: 'the name of a file' },
  mailbox: { options: ['follow'], mayHave: 'the id of an email' },
  help: {},
} as const satisfies Record<string, CommandRules>

type CommandRules = {
  options?: readonly OptionName[]
  /** All its options are required. */
  needsOptions?: true
  /** Exactly one of its options is required. */
  needsOneOption?: true
  /** Its argument, which must be given. */
  needs?: string
  /** Its argument, which may be left out. */
  mayHave?: string
  words?: 'own'
}

export type Command = keyof typeof COMMANDS

const OPTIONS = {
  help: { type: 'boolean' },
  version: { type: 'boolean' },
  json: { type: 'boolean' },
  'send-test': { type: 'string' },
  reach: { type: 'string' },
  bounce: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  follow: { type: 'boolean' },
  'with-secret': { type: 'boolean' },
  mailbox: { type: 'boolean' },
  'without-files': { type: 'boolean' },
  check: { type: 'boolean' },
  strict: { type: 'boolean' },
  everywhere: { type: 'boolean' },
  reason: { type: 'string' },
  owner: { type: 'string' },
  yes: { type: 'boolean' },
  receipt: { type: 'string' },
  account: { type: 'boolean' },
  export: { type: 'string' },
} as const

type OptionName = Exclude<keyof typeof OPTIONS, 'help' | 'version'>

type Values = ReturnType<typeof parseOptions>['values']

/** The command line, checked. */
export type CommandLine = {
  command: Command
  values: Values
  /** The argument of the command; null when there is none. */
  argument: string | null
  planCommand: PlanCommand | null
}

/** Reads the command line; returns an error message when it is wrong. */
export async function readArguments(argv: string[]): Promise<CommandLine | string> {
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
    if (rules.needsOneOption && options.filter((name) => values[name] !== undefined).length !== 1) {
      return `${command} needs one of ${options.map((name) => `--${name}`).join(' and ')}.`
    }
    if (rules.words === 'own') {
      const { readPlanCommand } = await import('./plan.ts')
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
