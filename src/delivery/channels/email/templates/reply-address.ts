import { readPlainAddress } from '../../../../domain/accounts/mailbox.ts'
import { findControl } from '../../../../domain/submissions/control-names.ts'
import type { Field } from '../../../../domain/submissions/fields.ts'

/**
 * Returns the address that replies go to: `_replyto` by any vendor's name, or else the first field named email in any case;
 * null unless it is a single plain address. Only for emails about confirmed endpoints.
 */
export function replyAddress(fields: readonly Field[]): string | null {
  const replyTo = findControl(fields, 'reply_to')
  const email = fields.find((field) => field.name.toLowerCase() === 'email')
  return readAddress(replyTo) ?? readAddress(email)
}

function readAddress(field: Field | undefined): string | null {
  return typeof field?.value === 'string' ? readPlainAddress(field.value.trim()) : null
}
