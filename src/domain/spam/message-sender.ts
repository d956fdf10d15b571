import { getControlUse } from '../submissions/control-names.ts'
import { getFieldRole, isBlank } from '../submissions/field-roles.ts'
import { type Field, stringifyFields } from '../submissions/fields.ts'
import { hashText } from './sightings.ts'

/** Roles of fields that differ between visitors. Company and subject are often the same for all that a page sends. */
const NAMING_ROLES: ReadonlySet<string> = new Set(['name', 'first_name', 'last_name', 'email', 'phone'])

/**
 * Returns a hash of all that a visitor sent; null where nothing names the sender, as then all visitors would be one.
 *
 * NOTE: the hash covers every field, because anybody can send with the name and address of another. The owner therefore has
 * each repeat in the inbox word by word, and nobody can hide a message by sending others in its sender's name.
 */
export function hashSubmission(fields: readonly Field[], seed: number): number | null {
  const sent = fields.filter(({ name }) => {
    const use = getControlUse(name)
    return use === null || use === 'reply_to'
  })
  return sent.some(namesSender) ? hashText(stringifyFields(sent), seed) : null
}

function namesSender({ name, value }: Field): boolean {
  if (isBlank(value)) return false
  return getControlUse(name) === 'reply_to' || NAMING_ROLES.has(getFieldRole(name) ?? '')
}
