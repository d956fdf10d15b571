import { findReplyField, type NamedValue } from '../../../../../src/domain/submissions/field-roles.ts'
import type { Submission } from '../../../api/submissions/submissions.ts'

type Fields = Submission['fields']

/** Matches one plain address, so that submitted text cannot add a header. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63}$/u

/** Returns the reply address as the server finds it for Reply-To; null without one. */
export function replyAddress(fields: Fields): string | null {
  return findReply(fields)?.address ?? null
}

/** Returns the reply address and the name of its field; null without one. */
export function findReply(fields: Fields): { name: string; address: string } | null {
  const found = findReplyField(toNamed(fields), (text) => (ADDRESS.test(text) ? text : null))
  return found && { name: found.field.name, address: found.address }
}

/** Returns the fields as the rules of the server take them. */
export function toNamed(fields: Fields): NamedValue[] {
  return fields.map(([name, value]) => ({ name, value }))
}
