import type { Console } from './console.ts'
import { escapeJson, keepColors } from './plain.ts'

const INDENT = '  '

/** Result of a command: the body of the response for programs, words for people. */
export type Report = {
  body: string
  /** One sentence, which programs get on the error output. */
  sentence: string
  /** `done`: something was done; `found`: something was read. */
  kind?: 'done' | 'found'
  /** Lines below the sentence. */
  lines?: readonly string[]
}

/** Writes the result of a command. */
export function report(console: Console, { body, sentence, kind = 'done', lines = [] }: Report): void {
  if (console.format === 'json') {
    console.print(`${escapeJson(body)}\n`)
    console.note(sentence)
    return
  }
  const { bold, green } = console.paint
  const heading = kind === 'done' ? `${green('✓')} ${sentence}` : bold(sentence)
  const text = [heading, ...lines].map((line) => (line === '' ? '' : `${INDENT}${line}`))
  console.print(keepColors(`\n${text.join('\n')}\n\n`))
}

/** Aligns rows of a label and a value. */
export function alignRows({ paint }: Console, rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.flatMap(([label, value]) => {
    const [first = '', ...more] = value.split('\n')
    return [
      `${paint.dim(label.padEnd(width))}  ${first}`,
      ...more.map((line) => `${' '.repeat(width)}  ${line}`),
    ]
  })
}

/** Formats a time in the zone of this machine. */
export function formatTime(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  return date.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
}

/** Formats a day in the zone of this machine. */
export function formatDay(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}
