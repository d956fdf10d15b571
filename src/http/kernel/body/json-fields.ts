import type { Refusal, Refused } from '../../../domain/refusal.ts'
import {
  type Field,
  type FieldValue,
  MAX_FIELDS,
  MAX_JSON_DEPTH,
} from '../../../domain/submissions/fields.ts'
import { createDecoder, refuseBytes, UTF8 } from './charset.ts'
import { cleanText, truncateName } from './clean-text.ts'
import { findStringEnd, splitMembers } from './json-text.ts'

/** JSON white space (RFC 8259 §2), then a brace. */
const BEGINS_AS_OBJECT = /^[ \t\n\r]*\{/

type Parsed = { kind: 'fields'; fields: Field[] } | Refused

/**
 * Parses a JSON object in this charset into fields, in the order sent and with repeated names: JSON.parse would move names
 * that look like numbers to the front and keep only the last of a name.
 */
export function parseJsonFields(body: Buffer, charset: string): Parsed {
  const decoder = createDecoder(charset)
  // A byte order mark is dropped.
  const text = decoder.decode(body)
  if (!decoder.isValid())
    return charset === UTF8 ? NOT_UTF8 : { kind: 'refused', refusal: refuseBytes(charset) }
  if (!BEGINS_AS_OBJECT.test(text)) {
    return unparsable('The body must be a JSON object, such as {"name": "Jane"}.')
  }
  // Depth and number of values are limited before the text is parsed.
  const refusal = findExcess(text)
  if (refusal) return { kind: 'refused', refusal }
  try {
    JSON.parse(text)
    return { kind: 'fields', fields: splitMembers(text).map(toField) }
  } catch (error) {
    if (error instanceof SyntaxError) return unparsable('The body is not well-formed JSON.')
    throw error
  }
}

function unparsable(message: string): Parsed {
  return { kind: 'refused', refusal: { code: 'body_unparsable', message } }
}

const NOT_UTF8 = unparsable(
  'The body is not UTF-8. Encode it in UTF-8, or name its charset in the Content-Type.',
)

/**
 * Scans the text, which may still turn out to be malformed, and stops at the first bracket beyond the maximum depth or the
 * first comma beyond the maximum number of values. There is one comma fewer than values, nested ones included.
 */
function findExcess(text: string): Refusal | null {
  let depth = 0
  let values = 1
  let string = { from: 0, to: 0 }
  let name = string
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        string = { from: at + 1, to: findStringEnd(text, at) - 1 }
        at = string.to
        break
      case ':':
        if (depth === 1) name = string
        break
      case '{':
      case '[':
        depth += 1
        if (depth > MAX_JSON_DEPTH) return tooDeep(text.slice(name.from, name.to))
        break
      case '}':
      case ']':
        depth -= 1
        break
      case ',':
        values += 1
        if (values > MAX_FIELDS) return { code: 'too_many_fields' }
        break
    }
  }
  return null
}

function tooDeep(name: string): Refusal {
  const message = `This entry is nested more than ${MAX_JSON_DEPTH} levels deep.`
  return { code: 'field_invalid', field: truncateName(name), message }
}

function toField({ name, text }: { name: string; text: string }): Field {
  return { name: cleanText(name), value: clean(JSON.parse(text) as FieldValue) }
}

function clean(value: FieldValue): FieldValue {
  if (typeof value === 'string') return cleanText(value)
  // JSON has no infinity: serialized again, it would become null.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  // NOTE: fromEntries defines own properties, so a member called `__proto__` stays a plain member.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [cleanText(name), clean(inner)]))
}
