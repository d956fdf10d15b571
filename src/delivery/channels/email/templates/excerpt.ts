/** Beginning of a text, and the number of characters that are missing. */
export type Excerpt = { shown: string; charactersLeftOut: number }

/**
 * Maximum octets of one character in both parts of an email together, in quoted-printable: escaped in HTML, encoded,
 * and with the break that `defang.ts` inserts after a joint.
 */
const JOINT_OCTETS = 32
const MARKUP_OCTETS = 14
const LINE_END_OCTETS = 18
const PLAIN_OCTETS = 2
/** Two parts, three octets for each octet of UTF-8. */
const ENCODED_OCTETS = 6
/** Maximum octets of one octet of UTF-8. */
export const MAX_OCTETS_PER_OCTET = JOINT_OCTETS

/** Returns the maximum octets of a text in both parts of an email together. */
export function countOctets(text: string): number {
  let octets = 0
  for (const character of text) octets += countCharacterOctets(character)
  return octets
}

/** Returns the beginning of a text within the octets, without cutting a character in half. */
export function excerpt(text: string, octets: number): Excerpt {
  let left = octets
  let end = 0
  for (const character of text) {
    left -= countCharacterOctets(character)
    if (left < 0) return { shown: text.slice(0, end), charactersLeftOut: Array.from(text.slice(end)).length }
    end += character.length
  }
  return { shown: text, charactersLeftOut: 0 }
}

/**
 * Returns the largest share per demand that keeps the sum within `budget`. Short demands leave their rest to long ones,
 * so a long message does not crowd out the short field after it.
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

function countCharacterOctets(character: string): number {
  if (/[.:@/\\\u2024\u3002\uff0e\uff61\uff20\uff1a]/.test(character)) return JOINT_OCTETS
  if (character === '\n') return LINE_END_OCTETS
  if (/[&<>"'=\t]/.test(character)) return MARKUP_OCTETS
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return PLAIN_OCTETS
  if (code < 0x800) return 2 * ENCODED_OCTETS
  return (code < 0x10000 ? 3 : 4) * ENCODED_OCTETS
}
