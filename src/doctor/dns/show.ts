import { toTerminalLine } from '../../markup/terminal-text.ts'

/** Maximum number of characters that are shown of a stranger's text. */
const MAX_SHOWN_CHARACTERS = 200
/** Maximum number of characters of a suggested record. Receivers ignore longer ones. */
const MAX_RECORD_CHARACTERS = 2000
/** Characters of one string of a TXT record (RFC 1035 §3.3.14), whose strings count as one text (RFC 7208 §3.3). */
const STRING_CHARACTERS = 255

/** Returns a text from a name server as one line for a terminal. */
export function showText(text: string): string {
  const line = toTerminalLine(text.slice(0, 2 * MAX_SHOWN_CHARACTERS))
  return line.length > MAX_SHOWN_CHARACTERS ? `${line.slice(0, MAX_SHOWN_CHARACTERS)}…` : line
}

/** Writes a record in the format of zone files, which forms of DNS providers also accept: `name TXT "value"`. */
export function showTxt(name: string, value: string): string {
  const line = toTerminalLine(value.slice(0, MAX_RECORD_CHARACTERS)).replace(/["\\]/g, '\\$&')
  const strings = line.match(new RegExp(`.{1,${STRING_CHARACTERS}}`, 'g')) ?? ['']
  return `${name} TXT ${strings.map((one) => `"${one}"`).join(' ')}`
}
