import { TERMINAL_CONTROLS } from '../../../src/markup/terminal-text.ts'

/** Our own sequences, which `paint` writes, or a control character. */
const COLOR_OR_CONTROL = new RegExp(`(\\u001b\\[\\d{1,2}m)|${TERMINAL_CONTROLS.source}`, 'g')

/** Removes control characters except colors: an instance may answer anything where an id or a number is expected. */
export function keepColors(text: string): string {
  return text.replaceAll(COLOR_OR_CONTROL, (_sequence, color: string | undefined) => color ?? '')
}

/** Escapes control characters in a JSON text, whose value stays the same. */
export function escapeJson(text: string): string {
  return text.replaceAll(TERMINAL_CONTROLS, (character) => {
    // Between values, JSON texts contain carriage returns.
    if (character === '\r') return character
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Cuts a text to a number of columns. */
export function truncate(text: string, columns: number): string {
  const characters = [...text]
  return characters.length <= columns ? text : `${characters.slice(0, Math.max(0, columns - 1)).join('')}…`
}

/** Breaks a text into lines of at most this many columns, between words where possible. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, columns))
}

function wrapParagraph(paragraph: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    if (line !== '' && [...line].length + 1 + [...word].length > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
