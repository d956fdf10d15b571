import type { Refusal } from '../../../domain/refusal.ts'
import {
  type Field,
  type FieldValue,
  MAX_FIELDS,
  MAX_JSON_DEPTH,
} from '../../../domain/submissions/fields.ts'
import { cleanText } from './clean-text.ts'
import { isExact } from './exact-number.ts'
import { tooDeep } from './limits.ts'

/** What JSON counts as white space (RFC 8259 §2), and the brace. */
const BEGINS_AS_OBJECT = /^[ \t\n\r]*\{/

type Parsed = { kind: 'fields'; fields: Field[] } | { kind: 'refused'; refusal: Refusal }

/**
 * The members of a JSON object as fields, in the order sent and with repeated names: JSON.parse would move names
 * that look like numbers to the front and keep only the last of a name. Numbers that JavaScript cannot hold stay text.
 */
export function parseJsonFields(body: Buffer): Parsed {
  const text = utf8(body)
  if (text === null) return unparsable('The body is not UTF-8.')
  if (!BEGINS_AS_OBJECT.test(text)) {
    return unparsable('The body must be a JSON object, such as {"name": "Jane"}.')
  }
  // What is too deep or too much is refused before anything reads it.
  const refusal = excessIn(text)
  if (refusal) return { kind: 'refused', refusal }
  try {
    JSON.parse(text)
    return { kind: 'fields', fields: members(text) }
  } catch (error) {
    if (error instanceof SyntaxError) return unparsable('The body is not well-formed JSON.')
    throw error
  }
}

function unparsable(message: string): Parsed {
  return { kind: 'refused', refusal: { code: 'body_unparsable', message } }
}

function utf8(body: Buffer): string | null {
  try {
    // A byte order mark is dropped, anything that is not UTF-8 throws.
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/**
 * Scans the text, which may still turn out to be malformed, and stops at the first bracket that is too deep or the
 * first comma that is too many. Between all values, nested ones too, stands one comma less than there are values.
 */
function excessIn(text: string): Refusal | null {
  let depth = 0
  let values = 1
  let string = { from: 0, to: 0 }
  let name = string
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        string = { from: at + 1, to: stringEnd(text, at) - 1 }
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

/** The position behind the string that begins at `at`. */
function stringEnd(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

/** Splits the top level of a text that JSON.parse has found to be an object. */
function members(text: string): Field[] {
  const fields: Field[] = []
  let at = text.indexOf('{') + 1
  while (true) {
    const nameStart = text.indexOf('"', at)
    if (nameStart < 0 || text.slice(at, nameStart).includes('}')) return fields
    const nameEnd = stringEnd(text, nameStart)
    const valueStart = text.indexOf(':', nameEnd) + 1
    const valueEnd = memberEnd(text, valueStart)
    fields.push({
      name: cleanText(String(JSON.parse(text.slice(nameStart, nameEnd)))),
      value: readValue(text.slice(valueStart, valueEnd)),
    })
    at = valueEnd + 1
    if (text[valueEnd] === '}') return fields
  }
}

/** The position of the comma or brace that ends the member whose value begins at `from`. */
function memberEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const mark = text[at]
    if (mark === '"') at = stringEnd(text, at) - 1
    else if (mark === '{' || mark === '[') depth += 1
    else if (depth === 0 && (mark === ',' || mark === '}')) return at
    else if (mark === '}' || mark === ']') depth -= 1
  }
  return text.length
}

function readValue(text: string): FieldValue {
  const value: unknown = JSON.parse(text, keepExactly)
  return clean(value as FieldValue)
}

/** Numbers that would change by being read stay as they were written (ECMA-262: JSON.parse source text access). */
function keepExactly(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return isExact(value, context.source) ? value : context.source
}

function clean(value: FieldValue): FieldValue {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  // NOTE: fromEntries defines own properties, so a member called `__proto__` stays a plain member.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [cleanText(name), clean(inner)]))
}
