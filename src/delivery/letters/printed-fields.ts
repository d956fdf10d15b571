import { type Field, type FieldValue, mailedFields } from '../../domain/fields.ts'

/** One field as a letter prints it. */
export type PrintedField = { name: string; value: string }

const MAX_NAME_CHARACTERS = 200
const MAX_VALUE_CHARACTERS = 8_000
/** Over all fields: a letter stays below 100 KB, quoted-printable and both parts counted. */
const MAX_CHARACTERS = 24_000

/** What is printed of a submission, and how many fields were cut or left out because the letter would be too long. */
export function printFields(fields: readonly Field[]): { printed: PrintedField[]; shortened: number } {
  const printed: PrintedField[] = []
  let left = MAX_CHARACTERS
  let shortened = 0
  for (const field of mailedFields(fields)) {
    const name = cut(legible(field.name).replaceAll('\n', ' '), MAX_NAME_CHARACTERS)
    const whole = legible(textOf(field.value))
    const value = cut(whole, Math.min(MAX_VALUE_CHARACTERS, Math.max(0, left - name.length)))
    if (value.length < whole.length) shortened += 1
    left -= name.length + value.length
    if (value !== '' || whole === '')
      printed.push({ name, value: value.length < whole.length ? `${value} […]` : value })
  }
  return { printed, shortened }
}

/** Strings as they are, scalars as JSON, lists of scalars joined, anything deeper as indented JSON. */
function textOf(value: FieldValue): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return value.map(textOf).join(', ')
  }
  return JSON.stringify(value, null, 2)
}

/** Without what commands terminals or turns the reading direction around: only line ends and tabs stay. */
function legible(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed()
}
