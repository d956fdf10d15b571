/** How far a text is shown, and how many characters of it are not. */
export type Excerpt = { shown: string; charactersLeftOut: number }

/**
 * Octets that one character takes at most in both parts of an email together, in quoted-printable: escaped in
 * HTML, encoded, and with the break that `defang.ts` puts behind a joint.
 */
const JOINT_OCTETS = 32
const MARKUP_OCTETS = 14
const LINE_END_OCTETS = 18
const PLAIN_OCTETS = 2
/** Two parts, three octets for each octet of UTF-8. */
const ENCODED_OCTETS = 6
/** What one octet of UTF-8 takes at most. */
export const LARGEST_OCTETS = JOINT_OCTETS

/** The octets this text takes at most in both parts of an email together. */
export function octetsOf(text: string): number {
  let octets = 0
  for (const character of text) octets += octetsOfCharacter(character)
  return octets
}

/** The beginning of a text that stays within so many octets. A character is never cut in half. */
export function excerpt(text: string, octets: number): Excerpt {
  let left = octets
  let end = 0
  for (const character of text) {
    left -= octetsOfCharacter(character)
    if (left < 0) return { shown: text.slice(0, end), charactersLeftOut: Array.from(text.slice(end)).length }
    end += character.length
  }
  return { shown: text, charactersLeftOut: 0 }
}

/**
 * The largest allowance for each with which all of them stay within `budget`: what the short ones leave over goes to the
 * long ones, so a long message does not hide the short field behind it.
 */
export function fairShare(demands: readonly number[], budget: number): number {
  const rising = demands.toSorted((one, other) => one - other)
  let left = budget
  for (const [index, demand] of rising.entries()) {
    const share = Math.floor(left / (rising.length - index))
    if (demand > share) return share
    left -= demand
  }
  return budget
}

function octetsOfCharacter(character: string): number {
  if (/[.:@/\\\u2024\u3002\uff0e\uff61\uff20\uff1a]/.test(character)) return JOINT_OCTETS
  if (character === '\n') return LINE_END_OCTETS
  if (/[&<>"'=\t]/.test(character)) return MARKUP_OCTETS
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return PLAIN_OCTETS
  if (code < 0x800) return 2 * ENCODED_OCTETS
  return (code < 0x10000 ? 3 : 4) * ENCODED_OCTETS
}
