import { COMMON_OPTIONS, type Command, type Option } from './commands/command.ts'
import { SERVER_COMMANDS } from './commands/server.ts'
import type { Console } from './terminal/console.ts'
import { wrap } from './terminal/plain.ts'
import { VERSION } from './version.ts'

const NAME_COLUMNS = 12

/** Formats the list of commands. */
export function formatHelp(console: Console, commands: Readonly<Record<string, readonly Command[]>>): string {
  const { bold, dim } = console.paint
  const row = (name: string, summary: string) => `  ${name.padEnd(NAME_COLUMNS)}${summary}`
  const groups = Object.entries(commands).flatMap(([title, members]) => [
    bold(title),
    ...members.map(({ name, summary }) => row(name, summary)),
    '',
  ])
  return [
    `${bold(`formslot ${VERSION}`)}  ${dim('forms, telemetry and queues, each made with one POST and no account')}`,
    '',
    '  npx formslot new --base https://forms.example.org',
    '',
    ...groups,
    `${bold('Run an instance')} ${dim('(formslot-server, fetched by npx)')}`,
    ...Object.entries(SERVER_COMMANDS).map(([name, summary]) => row(name, summary)),
    '',
    dim('npx formslot COMMAND --help explains a command.'),
    '',
  ].join('\n')
}

/** Formats the help of a command. */
export function formatCommandHelp(console: Console, command: Command): string {
  const { bold } = console.paint
  const { name, usage, summary, details, options, examples } = command
  return [
    `${bold(`npx formslot ${name}${usage === '' ? '' : ` ${usage}`}`)}  ${summary}`,
    '',
    ...details.flatMap((detail) => [...wrap(detail, console.columns), '']),
    bold('Options'),
    ...formatOptions({ ...options, ...COMMON_OPTIONS }),
    '',
    ...(examples.length === 0 ? [] : [bold('Examples'), ...examples.map((example) => `  ${example}`), '']),
  ].join('\n')
}

function formatOptions(options: Record<string, Option>): string[] {
  const rows = Object.entries(options).map(([name, { value, help }]) => ({
    left: `--${name}${value === undefined ? '' : ` ${value}`}`,
    help,
  }))
  const width = Math.max(...rows.map(({ left }) => left.length))
  return rows.map(({ left, help }) => `  ${left.padEnd(width)}  ${help}`)
}
