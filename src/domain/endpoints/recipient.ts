import { readPlainAddress } from '../accounts/mailbox.ts'
import type { RefusalCode, Refused } from '../refusal.ts'
import type { FieldValue } from '../submissions/fields.ts'
import { isPlaceholder } from './placeholder.ts'

/** Mailboxes that only machines read: emails to them would bounce. */
const MACHINE_MAILBOXES: readonly string[] = ['mailer-daemon', 'noreply', 'no-reply']
const MAX_GIVEN_LENGTH = 1000

type ReadRecipient = { kind: 'ok'; address: string } | Refused

/**
 * Reads the one recipient of a new endpoint: exactly one plain address, no placeholder.
 *
 * @param given every value that was sent under the name `recipient`
 */
export function readRecipient(given: readonly FieldValue[]): ReadRecipient {
  const [value, ...more] = given
  if (value === undefined || value === null) return refused('recipient_missing')
  if (more.length > 0 || Array.isArray(value)) return refused('recipient_multiple')
  if (typeof value !== 'string') return refused('recipient_invalid', 'The recipient must be a string.')
  const text = value.trim()
  if (text === '') return refused('recipient_missing')
  if (text.length > MAX_GIVEN_LENGTH)
    return refused(
      'recipient_invalid',
      'The recipient is too long. Send one address of at most 254 characters.',
    )
  if (isPlaceholder(text)) return refused('recipient_placeholder')
  if (hasSeveralAddresses(text)) return refused('recipient_multiple')
  const address = readPlainAddress(text)
  if (address === null) return refused('recipient_invalid', describeProblem(text))
  // A placeholder can become visible once the domain is written as A-labels.
  if (address !== text && isPlaceholder(address)) return refused('recipient_placeholder')
  if (MACHINE_MAILBOXES.includes(address.slice(0, address.lastIndexOf('@')).toLowerCase())) {
    return refused('recipient_invalid', 'Nobody reads this mailbox. Use the address of a person.')
  }
  return { kind: 'ok', address }
}

function hasSeveralAddresses(text: string): boolean {
  const addresses = text.split(/[,;\s]+/).filter((part) => part.includes('@'))
  return addresses.length > 1
}

function describeProblem(text: string): string {
  const at = text.lastIndexOf('@')
  if (at < 0) return 'The recipient has no "@". Send the whole address, name@domain.'
  if (/[^\u0000-\u007f]/.test(text.slice(0, at))) {
    return 'The part before the "@" must be ASCII, because many mail servers reject other characters.'
  }
  if (/[<>"(),:;[\]\s]/.test(text)) return 'Send only the address, without a name, quotes or comments.'
  if (!text.slice(at + 1).includes('.'))
    return 'The domain of the recipient has no dot. Check the part after the "@".'
  return 'The recipient is not a valid email address.'
}

function refused(code: RefusalCode, message?: string): ReadRecipient {
  return { kind: 'refused', refusal: { code, field: 'recipient', ...(message ? { message } : {}) } }
}
