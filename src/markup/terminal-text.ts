import { stripVTControlCharacters } from 'node:util'

/** Control characters except tab and line feed, and characters that end a line or change its direction. */
export const TERMINAL_CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Removes what would move the cursor, change colors or disguise text when strangers' text is shown in a terminal. */
export function toTerminalText(text: string): string {
  return stripVTControlCharacters(text).replace(TERMINAL_CONTROLS, '')
}

/** Converts text to one line. */
export function toTerminalLine(text: string): string {
  return toTerminalText(text).replace(/\s+/g, ' ').trim()
}
