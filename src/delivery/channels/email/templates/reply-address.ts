import { readPlainAddress } from '../../../../domain/accounts/mailbox.ts'
import type { Field } from '../../../../domain/submissions/fields.ts'

/**
 * The address an answer goes to: `_replyto`, else the first field called email in any case; null unless it is
 * one plain address. Only for emails about claimed endpoints.
 */
export function replyAddress(fields: readonly Field[]): string | null {
  const replyTo = fields.find((field) => field.name === '_replyto')
  const email = fields.find((field) => field.name.toLowerCase() === 'email')
  return readAddress(replyTo) ?? readAddress(email)
}

function readAddress(field: Field | undefined): string | null {
  return typeof field?.value === 'string' ? readPlainAddress(field.value.trim()) : null
}
