import type { FieldValue } from '../submissions/fields.ts'

/** Maximum number of fields that a form is expected to send. */
export const MAX_EXPECTED_FIELDS = 30
/** Characters of the longest name of an expected field: longer names are not observed. */
export const MAX_EXPECTED_NAME_LENGTH = 64
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]/

/**
 * Reads the names of the fields that a new form is expected to send: a list with commas, a JSON list, or a repeated field.
 * They are only an aid, so nothing refuses the creation: a name that cannot be one is left out, with a warning.
 */
export function readExpectedFields(given: readonly FieldValue[]): { names: string[]; warnings: string[] } {
  const entries = given.flatMap((value) => (Array.isArray(value) ? value : [value])).flatMap(splitList)
  const usable = entries.filter((entry) => isExpectedName(entry))
  const names = [...new Set(usable)]
  const warnings: string[] = []
  const unusable = entries.length - usable.length
  if (unusable > 0) {
    warnings.push(
      `expect: ${unusable} of ${entries.length} entries ${unusable === 1 ? 'was' : 'were'} ignored. A name is text of at most ${MAX_EXPECTED_NAME_LENGTH} characters.`,
    )
  }
  if (names.length > MAX_EXPECTED_FIELDS) {
    warnings.push(`expect: only the first ${MAX_EXPECTED_FIELDS} of ${names.length} names are used.`)
  }
  return { names: names.slice(0, MAX_EXPECTED_FIELDS), warnings }
}

/** Returns the warnings of a dry run about expected fields that a submission does not have. */
export function listMissingExpected(expected: readonly string[], sent: ReadonlySet<string>): string[] {
  return expected
    .filter((name) => !sent.has(name))
    .map((name) => `the field ${JSON.stringify(name)} is expected and was not sent`)
}

/** An empty entry, as after a trailing comma, says nothing and is no mistake. */
function splitList(value: FieldValue): FieldValue[] {
  if (typeof value !== 'string') return [value]
  return value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function isExpectedName(value: FieldValue): value is string {
  return (
    typeof value === 'string' && value.length <= MAX_EXPECTED_NAME_LENGTH && !CONTROL_CHARACTERS.test(value)
  )
}
