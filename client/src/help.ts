import { COMMON_OPTIONS, type Command, type Option } from './commands/command.ts'
import { OWN_COMMAND } from './settings/own-command.ts'
import { SERVED_BY } from './settings/served-by.ts'
import type { Console } from './terminal/console.ts'
import { wrap } from './terminal/plain.ts'
import { VERSION } from './version.ts'

const NAME_COLUMNS = 14

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
    `  ${OWN_COMMAND} new${SERVED_BY === null ? ' --base https://forms.example.org' : ''}`,
    '',
    ...groups,
    dim(`${OWN_COMMAND} COMMAND --help explains a command.`),
    '',
  ].join('\n')
}

/** Formats the help of a command. */
export function formatCommandHelp(console: Console, command: Command): string {
  const { bold } = console.paint
  const { name, usage, summary, details, options, examples } = command
  return [
    `${bold(`${OWN_COMMAND} ${name}${usage === '' ? '' : ` ${usage}`}`)}  ${summary}`,
    '',
    ...details.flatMap((detail) => [...wrap(detail, console.columns), '']),
    bold('Options'),
    ...formatOptions({ ...options, ...COMMON_OPTIONS }),
    '',
    ...(examples.length === 0
      ? []
      : [bold('Examples'), ...examples.map((example) => `  ${OWN_COMMAND} ${example}`), '']),
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
