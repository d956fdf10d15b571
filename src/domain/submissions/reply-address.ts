import { readPlainAddress } from '../accounts/mailbox.ts'
import { findReplyField, getFieldRole } from './field-roles.ts'
import type { Field } from './fields.ts'

/** Returns the address that replies go to, as `findReplyField` finds it; null without a single plain address. */
export function findReplyAddress(fields: readonly Field[]): string | null {
  return findReplyField(fields, readPlainAddress)?.address ?? null
}

/** Returns true for a name that means the visitor's own email address. Names that begin with `_` are not data. */
export function isOwnAddress(name: string): boolean {
  return getFieldRole(name) === 'email'
}
