import { readPlainAddress } from '../accounts/mailbox.ts'
import { findControl } from './control-names.ts'
import type { Field } from './fields.ts'

/** Characters between the words of a name: `your-email`, `user_email`, `contact[email]`, `E-Mail Address`. */
const SEPARATORS = /[\s_.:[\]-]+/g
/** A name, in lower case and without separators, that means the visitor's own address, not that of a friend. */
const OWN_ADDRESS =
  /^(?:your|my|the|user|contact|customer|client|visitor|guest|sender|author|applicant|member|subscriber|person|company|business|work|private|primary|main|billing|account|form|fields?|data|values?|entry|lead|message|order|from|reply){0,3}e?mail(?:address|addr|id)?$/

/**
 * Returns the address that replies go to: `_replyto` by any vendor's name, else the field named email, else the first field
 * whose name means the same; null without a single plain address.
 */
export function findReplyAddress(fields: readonly Field[]): string | null {
  const candidates = [
    findControl(fields, 'reply_to'),
    fields.find(({ name }) => name.toLowerCase() === 'email'),
    ...fields.filter(({ name }) => isOwnAddress(name)),
  ]
  return candidates.map(readAddress).find((address) => address !== null) ?? null
}

/** Returns true for a name that means the visitor's own email address. Names that begin with `_` are not data. */
export function isOwnAddress(name: string): boolean {
  return !name.startsWith('_') && OWN_ADDRESS.test(name.toLowerCase().replace(SEPARATORS, ''))
}

function readAddress(field: Field | undefined): string | null {
  return typeof field?.value === 'string' ? readPlainAddress(field.value.trim()) : null
}
