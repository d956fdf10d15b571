import { canonicalMailbox } from '../accounts/mailbox.ts'
import type { Field } from '../submissions/fields.ts'
import { findReplyAddress } from '../submissions/reply-address.ts'
import { isShortField } from './field-names.ts'
import type { ReadText } from './read-texts.ts'
import { hashText, isComparedText } from './sightings.ts'

/**
 * Returns a hash of the sender of a submission: its reply address, else all it contains besides the compared text, if that
 * includes a name, a company or a phone number; null where nothing names the sender, as then all visitors would be one.
 *
 * NOTE: anybody can send with the address of another. `score.ts` bounds what that does to the other.
 */
export function findSender(
  fields: readonly Field[],
  texts: readonly ReadText[],
  seed: number,
): number | null {
  const address = findReplyAddress(fields)
  if (address !== null) return hashText(canonicalMailbox(address), seed)
  const others = texts.filter((text) => !isComparedText(text))
  if (!others.some(({ field }) => isShortField(field))) return null
  return hashText(others.map(({ field, text }) => `${field}\0${text.trim().toLowerCase()}`).join('\0'), seed)
}
