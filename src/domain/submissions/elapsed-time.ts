import type { Field } from './fields.ts'

/** Control in which `form.js` says for how many milliseconds its page was open. Unsigned: a liar could just leave it out. */
const ELAPSED_TIME_NAME = '_t'
const WHOLE_NUMBER = /^\d{1,12}$/

/** Takes the time that a visitor spent on a page out of the fields; it is never stored. Any other value of `_t` is data. */
export function takeElapsedTime(fields: readonly Field[]): {
  fields: readonly Field[]
  /** Null where the page does not say. */
  elapsedMs: number | null
} {
  const elapsed = fields.find(isElapsedTime)
  if (elapsed === undefined) return { fields, elapsedMs: null }
  return { fields: fields.filter((field) => !isElapsedTime(field)), elapsedMs: Number(elapsed.value) }
}

function isElapsedTime({ name, value }: Field): boolean {
  if (name !== ELAPSED_TIME_NAME) return false
  return (typeof value === 'string' || typeof value === 'number') && WHOLE_NUMBER.test(String(value))
}
