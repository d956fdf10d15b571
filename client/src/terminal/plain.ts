import { stripVTControlCharacters } from 'node:util'

/** Control characters other than tab and line feed, and characters that reorder the text around them. */
const CONTROL = /(?![\t\n])[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Removes what could move the cursor, recolor, retitle or reorder a terminal: submissions are written by strangers. */
export function toPlain(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(CONTROL, '')
}

/** Returns plain text on one line. */
export function toLine(text: string): string {
  return toPlain(text).replaceAll(/\s+/g, ' ').trim()
}

/** Escapes control characters in a JSON text, whose value stays the same. */
export function escapeJson(text: string): string {
  return text.replaceAll(CONTROL, (character) => {
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
