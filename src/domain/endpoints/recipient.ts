import { readPlainAddress } from '../accounts/mailbox.ts'
import type { Refusal, RefusalCode } from '../refusal.ts'
import type { FieldValue } from '../submissions/fields.ts'
import { isPlaceholder } from './placeholder.ts'

/** Mailboxes that answer with machines: emails to them would bounce for ever. */
const MACHINE_MAILBOXES: readonly string[] = ['mailer-daemon', 'noreply', 'no-reply']
const MAX_GIVEN_LENGTH = 1000

export type ReadRecipient = { kind: 'ok'; address: string } | { kind: 'refused'; refusal: Refusal }

/**
 * Reads the one recipient of a new endpoint: exactly one plain address, no placeholder.
 *
 * @param given every value that was sent under the name `recipient`
 */
export function readRecipient(given: readonly FieldValue[]): ReadRecipient {
  const [value, ...more] = given
  if (value === undefined || value === null) return refused('recipient_missing')
  if (more.length > 0 || Array.isArray(value)) return refused('recipient_multiple')
  if (typeof value !== 'string') return refused('recipient_invalid', 'The recipient must be text.')
  const text = value.trim()
  if (text === '') return refused('recipient_missing')
  if (text.length > MAX_GIVEN_LENGTH) return refused('recipient_invalid', 'The recipient is too long.')
  if (isPlaceholder(text)) return refused('recipient_placeholder')
  if (holdsSeveral(text)) return refused('recipient_multiple')
  const address = readPlainAddress(text)
  if (address === null) return refused('recipient_invalid', whatIsWrong(text))
  // Spelt as A-labels a placeholder may show that was hidden before.
  if (isPlaceholder(address)) return refused('recipient_placeholder')
  if (MACHINE_MAILBOXES.includes(address.slice(0, address.lastIndexOf('@')).toLowerCase())) {
    return refused('recipient_invalid', 'Emails to this mailbox would be read by a machine.')
  }
  return { kind: 'ok', address }
}

function holdsSeveral(text: string): boolean {
  const addresses = text.split(/[,;\s]+/).filter((part) => part.includes('@'))
  return addresses.length > 1
}

function whatIsWrong(text: string): string {
  const at = text.lastIndexOf('@')
  if (at < 0) return 'The recipient has no "@".'
  if (/[^\u0000-\u007f]/.test(text.slice(0, at))) {
    return 'The part before the "@" must be ASCII: many mail servers do not accept other emails.'
  }
  if (/[<>"(),:;[\]\s]/.test(text)) return 'Send the address alone, without a name, quotes or comments.'
  if (!text.slice(at + 1).includes('.')) return 'The domain of the recipient has no dot.'
  return 'The recipient is not a plain e-mail address.'
}

function refused(code: RefusalCode, message?: string): ReadRecipient {
  return { kind: 'refused', refusal: { code, field: 'recipient', ...(message ? { message } : {}) } }
}
