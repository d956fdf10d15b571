import {
  type Field,
  type FieldValue,
  MAX_NAME_BYTES,
  mailedFields,
} from '../../../../domain/submissions/fields.ts'
import { type Excerpt, excerpt, fairShare, LARGEST_OCTETS, octetsOf } from './excerpt.ts'
import { plainLine, plainText } from './plain-text.ts'

/** A field as emails print it. Name and value are still the submitter's text: escape and defang them. */
export type FormattedField = { name: string; value: Excerpt }

export type FormattedFields = {
  /** In the order sent. */
  fields: FormattedField[]
  /** Fields that found no room at all. */
  fieldsLeftOut: number
  /** Characters of printed fields that found no room. */
  charactersLeftOut: number
}

/** What all fields may take of an email, which stays below 100 KB so that no mail program clips it, in octets. */
const CONTENT_OCTETS = 72_000
/** What each field takes beside its name and value: markup and line ends. */
const FIELD_OCTETS = 220
/** The note under a value that was shortened. */
const NOTE_OCTETS = 250
/** What a long value gets at least; with less room its field is left out. */
const MIN_VALUE_OCTETS = NOTE_OCTETS + 200
/** What a name may take: any of MAX_NAME_BYTES is shown whole. */
const NAME_OCTETS = MAX_NAME_BYTES * LARGEST_OCTETS

/** The fields of a submission as an email prints them, shortened where the email would grow too large. */
export function formatFields(submitted: readonly Field[]): FormattedFields {
  const all = mailedFields(submitted).map(measure)
  let room = CONTENT_OCTETS
  const fitting = all.filter((field) => {
    room -= field.overhead + Math.min(field.octets, MIN_VALUE_OCTETS)
    return room >= 0
  })
  const demands = fitting.map((field) => field.octets)
  const overhead = fitting.reduce((sum, field) => sum + field.overhead, 0)
  const share = fairShare(demands, CONTENT_OCTETS - overhead)
  const fields = fitting.map(({ name, text, octets }) => ({
    name,
    value: excerpt(text, octets > share ? share - NOTE_OCTETS : share),
  }))
  return {
    fields,
    fieldsLeftOut: all.length - fields.length,
    charactersLeftOut: fields.reduce((sum, field) => sum + field.value.charactersLeftOut, 0),
  }
}

function measure(field: Field): { name: string; text: string; octets: number; overhead: number } {
  const name = excerpt(plainLine(field.name), NAME_OCTETS)
  const text = plainText(printValue(field.value))
  return {
    name: name.charactersLeftOut > 0 ? `${name.shown}…` : name.shown,
    text,
    octets: octetsOf(text),
    overhead: FIELD_OCTETS + octetsOf(name.shown),
  }
}

/** Strings as they are, other scalars as JSON, lists of scalars joined by commas, all else as indented JSON. */
function printValue(value: FieldValue): string {
  if (Array.isArray(value) && value.every(isScalar)) return value.map(printScalar).join(', ')
  return isScalar(value) ? printScalar(value) : JSON.stringify(value, null, 2)
}

type Scalar = string | number | boolean | null

function isScalar(value: FieldValue): value is Scalar {
  return value === null || typeof value !== 'object'
}

function printScalar(value: Scalar): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
