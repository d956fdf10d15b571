import type { Field, FieldValue } from './fields.ts'

/** The field that people do not see and bots fill. */
export const HONEYPOT = '_gotcha'

/** Whether a bot has filled the honeypot. A space counts as filled. */
export function isHoneypotHit(fields: readonly Field[]): boolean {
  return fields.some((field) => field.name === HONEYPOT && !isEmpty(field.value))
}

function isEmpty(value: FieldValue): boolean {
  if (value === null || value === '' || value === false || value === 0) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
