import { COLORS, type Color } from '../../../controls/colors.ts'

/** Maximum number of characters of a name that are read. */
const MAX_READ_LENGTH = 120
const WORD = /[\p{L}\p{N}]\p{M}*/u
/** Scripts whose names are read as a whole: the first character is the family name. */
const WHOLE = /^[\p{scx=Han}\p{scx=Hang}\p{scx=Hira}\p{scx=Kana}]/u

/** Returns one or two letters for a sender; null where the name has none. */
export function getInitials(sender: string): string | null {
  const name = sender.slice(0, MAX_READ_LENGTH).replace(/@.*$/s, '')
  const words = name
    .split(/[\s._,-]+/u)
    .map((word) => WORD.exec(word)?.[0])
    .filter((letter) => letter !== undefined)
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return null
  const isOne = words.length === 1 || WHOLE.test(first) || sender.includes('@')
  return (isOne ? first : first + last).toLocaleUpperCase()
}

/** Returns the color of a sender: the same one each time. */
export function pickColor(sender: string): Color {
  let hash = 0
  for (const character of sender.slice(0, MAX_READ_LENGTH).toLowerCase()) {
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  }
  return COLORS[hash % COLORS.length] ?? 'gray'
}
