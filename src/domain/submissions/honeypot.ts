import type { Field, FieldValue } from './fields.ts'

/** Name of the field that people do not see and bots fill in. */
export const HONEYPOT = '_gotcha'

/**
 * Returns true when a honeypot field is filled in. A space counts as filled in.
 *
 * @param own name of the honeypot field set by the owner; null: none
 */
export function isHoneypotHit(fields: readonly Field[], own: string | null = null): boolean {
  return fields.some((field) => (field.name === HONEYPOT || field.name === own) && !isEmpty(field.value))
}

function isEmpty(value: FieldValue): boolean {
  if (value === null || value === '' || value === false || value === 0) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
