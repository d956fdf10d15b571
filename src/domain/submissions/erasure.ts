import { mailboxIdentity, readPlainAddress } from '../accounts/mailbox.ts'
import { findReplyField } from './field-roles.ts'
import type { Field, FieldValue } from './fields.ts'

/** Reads the address whose submissions are to be erased, in the form that comparisons use; null for anything but one plain address. */
export function readSenderAddress(text: string): string | null {
  const address = readPlainAddress(text.trim())
  return address === null ? null : mailboxIdentity(address)
}

/** `sender`: where replies go. `elsewhere`: in another field, such as a copy, a referral or a hidden field of the form. */
type AddressPlace = 'sender' | 'elsewhere'

/**
 * Finds where a value of the submission, at any depth, is this address and nothing else; null where none is. Case and spaces
 * around it do not count; tags and dots do, and letters that only look the same are another address.
 *
 * @param address as `readSenderAddress` returns it
 */
export function findAddress(fields: readonly Field[], address: string): AddressPlace | null {
  if (findReplyField(fields, readSenderAddress)?.address === address) return 'sender'
  return fields.some(({ value }) => contains(value, address)) ? 'elsewhere' : null
}

function contains(value: FieldValue, address: string): boolean {
  if (typeof value === 'string') return readSenderAddress(value) === address
  if (typeof value !== 'object' || value === null) return false
  const parts = Array.isArray(value) ? value : Object.values(value)
  return parts.some((part) => contains(part, address))
}
