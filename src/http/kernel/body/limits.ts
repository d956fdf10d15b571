import type { Refusal } from '../../../domain/refusal.ts'
import {
  type Field,
  type FieldValue,
  MAX_FIELDS,
  MAX_JSON_DEPTH,
  MAX_NAME_BYTES,
  MAX_VALUE_BYTES,
} from '../../../domain/submissions/fields.ts'
import { truncateName } from './clean-text.ts'

/** Returns the refusal for the first limit that the fields exceed, or null. Names and values nested in JSON have the same limits. */
export function findBrokenLimit(fields: readonly Field[]): Refusal | null {
  if (fields.length > MAX_FIELDS) return { code: 'too_many_fields' }
  for (const { name, value } of fields) {
    if (isLonger(name, MAX_NAME_BYTES)) return tooLong(name)
    const broken = findBrokenLimitIn(value, name)
    if (broken) return broken
  }
  return null
}

/** @param top the name of the field that contains the value. Number and depth were checked when the JSON was parsed. */
function findBrokenLimitIn(value: FieldValue, top: string): Refusal | null {
  if (typeof value === 'string' && isLonger(value, MAX_VALUE_BYTES)) {
    return invalid(top, `This entry is longer than ${MAX_VALUE_BYTES / 1024} KiB.`)
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && isLonger(name, MAX_NAME_BYTES)) return tooLong(top)
    const broken = findBrokenLimitIn(inner, top)
    if (broken) return broken
  }
  return null
}

/** Returns the refusal of a JSON member that is nested too deep. */
export function tooDeep(name: string): Refusal {
  return invalid(name, `This entry is nested more than ${MAX_JSON_DEPTH} levels deep.`)
}

function tooLong(name: string): Refusal {
  return invalid(
    name,
    `The name of this field, or a name nested in it, is longer than ${MAX_NAME_BYTES} bytes.`,
  )
}

function invalid(name: string, message: string): Refusal {
  return { code: 'field_invalid', field: truncateName(name), message }
}

function isLonger(text: string, bytes: number): boolean {
  // A UTF-16 unit is one to three bytes of UTF-8, so most texts need not be measured.
  if (text.length > bytes) return true
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes
}
