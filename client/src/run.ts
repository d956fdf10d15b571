import { parseArgs } from 'node:util'
import { closestName } from '../../src/config/closest-name.ts'
import { COMMON_OPTIONS, type Command, type Context, type Option } from './commands/command.ts'
import { destinationsCommand } from './commands/destinations.ts'
import { exportCommand, inboxCommand, showCommand } from './commands/inbox.ts'
import { listenCommand } from './commands/listen.ts'
import { loginCommand } from './commands/login.ts'
import { mcpCommand } from './commands/mcp.ts'
import { newCommand } from './commands/new.ts'
import { ackCommand, publishCommand, pullCommand } from './commands/queue.ts'
import { skillCommand } from './commands/skill.ts'
import { snippetCommand } from './commands/snippet.ts'
import { statusCommand } from './commands/status.ts'
import { submitCommand, tryCommand } from './commands/submit.ts'
import { tailCommand } from './commands/tail.ts'
import { formatCommandHelp, formatHelp } from './help.ts'
import { OWN_COMMAND } from './settings/own-command.ts'
import { CommandFailure, EXIT, usageFailure } from './terminal/failure.ts'
import { escapeJson } from './terminal/plain.ts'
import { VERSION } from './version.ts'

/** Commands in the order of the help, by what they are for. */
export const COMMANDS: Readonly<Record<string, readonly Command[]>> = {
  Create: [newCommand, snippetCommand],
  Check: [statusCommand, tryCommand, submitCommand],
  'Read, with a key': [loginCommand, inboxCommand, showCommand, exportCommand],
  'Develop, with a key': [listenCommand, destinationsCommand],
  Telemetry: [tailCommand],
  Queues: [publishCommand, pullCommand, ackCommand],
  Agents: [skillCommand, mcpCommand],
}

/** Commands of the server, `formslot-server`, that people look for here. */
export const SERVER_COMMANDS: readonly string[] = [
  'serve',
  'doctor',
  'plan',
  'suppress',
  'unsuppress',
  'suspend',
  'unsuspend',
  'erase',
  'bounce',
  'mailbox',
  'copy-files',
  'backup',
  'restore',
  'copy',
  'migrate',
  'build',
]

/** Runs the command line; returns the exit code. */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  try {
    return await dispatch(argv, context)
  } catch (error) {
    const failure = toFailure(error)
    if (failure === null) throw error
    const { console } = context
    const isJson = console.format === 'json' || argv.includes('--json')
    if (isJson && failure.body !== null) console.print(`${escapeJson(failure.body)}\n`)
    const { message, hint } = failure
    if (isJson) console.note([message, hint].filter(Boolean).join(' '))
    else console.note([`${console.paint.red('✗')} ${message}`, hint].filter(Boolean).join('\n  '))
    return failure.exitCode
  }
}

/** Turns a file that cannot be read or written into a failure; null for faults of the program. */
function toFailure(error: unknown): CommandFailure | null {
  if (error instanceof CommandFailure) return error
  const { code, path, syscall } = Object(error)
  if (typeof path !== 'string' || typeof code !== 'string') return null
  return new CommandFailure(EXIT.unexpected, {
    message: `${path}: ${syscall} fails with ${code}.`,
    cause: error,
  })
}

async function dispatch(argv: readonly string[], context: Context): Promise<number> {
  const { console } = context
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    console.print(formatHelp(console, COMMANDS))
    return name === undefined && console.format === 'json' ? EXIT.usage : EXIT.ok
  }
  if (name === '--version' || name === '-v') {
    console.print(`${VERSION}\n`)
    return EXIT.ok
  }
  const wanted = name === 'help' ? (rest[0] ?? '') : name
  const command = findCommand(wanted)
  if (name === 'help' || rest.includes('--help') || rest.includes('-h')) {
    console.print(formatCommandHelp(console, command))
    return EXIT.ok
  }
  const { values, positionals } = parse(command, rest)
  return command.run({
    ...context,
    console: values.json ? { ...console, format: 'json' } : console,
    options: values as Parameters<Command['run']>[0]['options'],
    args: positionals,
  })
}

function findCommand(name: string): Command {
  const commands = Object.values(COMMANDS).flat()
  const command = commands.find((each) => each.name === name)
  if (command) return command
  if (SERVER_COMMANDS.includes(name))
    throw usageFailure(
      `${name} is a command of the server, not of its clients.`,
      `Where the instance is installed, run formslot-server ${name}; in its checkout, npm start -- ${name}.`,
    )
  const close = findSimilar(
    name,
    commands.map((each) => each.name),
  )
  const what = name.startsWith('-')
    ? `The command is missing before ${name}.`
    : `Unknown command ${JSON.stringify(name)}.`
  throw usageFailure(what, close === null ? `See ${OWN_COMMAND} --help.` : `Do you mean ${close}?`)
}

function parse(command: Command, args: readonly string[]) {
  const options: Record<string, Option> = { ...command.options, ...COMMON_OPTIONS }
  const unknown = args
    .slice(0, args.includes('--') ? args.indexOf('--') : args.length)
    .map((argument) => /^--?([^=]+)/.exec(argument)?.[1])
    .find((name) => name !== undefined && !Object.hasOwn(options, name))
  if (unknown !== undefined) {
    const close = findSimilar(unknown, Object.keys(options))
    const guess = close === null ? `See ${OWN_COMMAND} ${command.name} --help.` : `Do you mean --${close}?`
    throw usageFailure(`${command.name} has no option --${unknown}.`, guess)
  }
  const { values, positionals } = parseOptions(command, { args, options })
  const [min, max] = command.arity
  if (positionals.length < min || (max !== null && positionals.length > max))
    throw usageFailure(
      `${command.name} is called like this: ${OWN_COMMAND} ${`${command.name} ${command.usage}`.trim()}.`,
      `See ${OWN_COMMAND} ${command.name} --help.`,
    )
  return { values, positionals }
}

function parseOptions(
  command: Command,
  { args, options }: { args: readonly string[]; options: Record<string, Option> },
) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { value }]) => [
          name,
          { type: value === undefined ? ('boolean' as const) : ('string' as const) },
        ]),
      ),
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // The only faults that are left: a value is missing, or a switch has one.
    const [, name = ''] = /--([\w-]+)/.exec(error.message) ?? []
    const value = options[name]?.value
    throw usageFailure(
      value === undefined ? `--${name} takes no value.` : `--${name} needs a value: --${name} ${value}.`,
      `See ${OWN_COMMAND} ${command.name} --help.`,
    )
  }
}

/** Finds the name that was most likely meant, also when two letters were swapped. */
function findSimilar(typed: string, names: readonly string[]): string | null {
  const sort = (name: string) => [...name].sort().join('')
  return closestName(typed, names) ?? names.find((name) => sort(name) === sort(typed)) ?? null
}
