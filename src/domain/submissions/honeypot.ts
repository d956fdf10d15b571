import type { Field, FieldValue } from './fields.ts'

/** The field that people do not see and bots fill. */
export const HONEYPOT = '_gotcha'

/**
 * Whether a bot has filled the honeypot. A space counts as filled.
 *
 * @param own the name of a further one that the owner has set; null without one
 */
export function isHoneypotHit(fields: readonly Field[], own: string | null = null): boolean {
  return fields.some((field) => (field.name === HONEYPOT || field.name === own) && !isEmpty(field.value))
}

function isEmpty(value: FieldValue): boolean {
  if (value === null || value === '' || value === false || value === 0) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
