import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { keepColors } from './plain.ts'

/** Environment variables of continuous integration and of coding agents, which read JSON rather than words. */
const PROGRAM_VARIABLES = ['CI', 'CLAUDECODE', 'CURSOR_AGENT', 'GEMINI_CLI', 'CODEX_SANDBOX'] as const
const DEFAULT_COLUMNS = 80
const MAX_COLUMNS = 100

/** Formats a text for a terminal; without colors it returns the text. */
export type Paint = Record<'bold' | 'dim' | 'green' | 'red' | 'yellow', (text: string) => string>

/** The terminal, or the program that reads the output. */
export type Console = {
  /** `words` for people, `json` for programs. */
  format: 'words' | 'json'
  /** True when a person can answer a question. */
  canAsk: boolean
  isTerminal: boolean
  columns: number
  paint: Paint
  /** Writes to the standard output. */
  print(text: string): void
  /** Copies a stream to the standard output, as fast as it is read. */
  copy(source: Readable): Promise<void>
  /** Writes a line to the error output. */
  note(text: string): void
  /** Asks a question and returns the answer, or `fallback` for an empty one. */
  ask(question: string, fallback?: string): Promise<string>
}

type Terminal = { isTTY?: boolean; columns?: number }

/** Creates the console of a process. `format` is decided once the options are known. */
export function createConsole(process: {
  stdin: Readable & Terminal
  stdout: Writable & Terminal
  stderr: Writable & Terminal
  env: Readonly<Record<string, string | undefined>>
}): Console {
  const { stdin, stdout, stderr, env } = process
  const isTerminal = stdout.isTTY === true
  const isProgram = PROGRAM_VARIABLES.some((name) => isSet(env[name]))
  const hasColors = isTerminal && !isSet(env.NO_COLOR) && env.TERM !== 'dumb'
  const color = (open: number, close: number) => (text: string) =>
    hasColors ? `\x1b[${open}m${text}\x1b[${close}m` : text
  return {
    format: isTerminal && !isProgram ? 'words' : 'json',
    canAsk: stdin.isTTY === true && stderr.isTTY === true && !isProgram,
    isTerminal,
    columns: Math.min(stdout.columns || DEFAULT_COLUMNS, MAX_COLUMNS),
    paint: {
      bold: color(1, 22),
      dim: color(2, 22),
      green: color(32, 39),
      red: color(31, 39),
      yellow: color(33, 39),
    },
    print: (text) => void stdout.write(text),
    copy: (source) => pipeline(source, stdout, { end: false }),
    note: (text) => void stderr.write(`${keepColors(text)}\n`),
    async ask(question, fallback = '') {
      const reader = createInterface({ input: stdin, output: stderr })
      try {
        const answer = await reader.question(fallback === '' ? `${question} ` : `${question} (${fallback}) `)
        return answer.trim() || fallback
      } finally {
        reader.close()
      }
    },
  }
}

/** Asks a question that only yes answers with true. */
export async function confirm(console: Console, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await console.ask(`${question} [y/N]`))
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
