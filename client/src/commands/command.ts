import type { Environment } from '../settings/config-file.ts'
import type { Console } from '../terminal/console.ts'

/** An option of a command; `value` names its value in the help, and an option without one is a switch. */
export type Option = { value?: string; help: string }

/** Values of the options that were given. */
type Values<Options extends Record<string, Option>> = {
  [Name in keyof Options]?: Options[Name] extends { value: string } ? string : boolean
}

/** Options of every command. */
export const COMMON_OPTIONS = {
  base: {
    value: 'URL',
    help: 'address of the instance; else FORMSLOT_BASE, that of this client, or .formslot.json',
  },
  json: { help: 'print the response of the service as JSON' },
  yes: { help: 'answer every question with yes' },
  help: { help: 'explain the command' },
} satisfies Record<string, Option>

/** Surroundings of a command. */
export type Context = {
  env: Environment
  cwd: string
  stdin: AsyncIterable<Buffer | string>
  console: Console
}

export type Input<Options extends Record<string, Option>> = Context & {
  options: Values<Options & typeof COMMON_OPTIONS>
  args: readonly string[]
}

export type Command = {
  name: string
  /** Arguments in the usage line. */
  usage: string
  summary: string
  /** Further sentences of the help. */
  details: readonly string[]
  options: Record<string, Option>
  examples: readonly string[]
  /** Number of arguments that it takes; `null` as the second: any number. */
  arity: readonly [number, number | null]
  /** Returns the exit code; fails with a `CommandFailure`. */
  run(input: Input<Record<string, Option>>): Promise<number>
}

/** Declares a command whose options are typed. */
export function defineCommand<const Options extends Record<string, Option>>(
  command: Omit<Command, 'options' | 'run' | 'details' | 'examples'> & {
    options: Options
    details?: readonly string[]
    examples?: readonly string[]
    run(input: Input<Options>): Promise<number>
  },
): Command {
  return { details: [], examples: [], ...command, run: (input) => command.run(input as Input<Options>) }
}
