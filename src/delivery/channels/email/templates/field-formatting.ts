import { readPlainAddress } from '../../../../domain/accounts/mailbox.ts'
import {
  findByRole,
  findReplyField,
  findSenderName,
  isSenderName,
} from '../../../../domain/submissions/field-roles.ts'
import {
  type Field,
  type FieldValue,
  MAX_NAME_BYTES,
  mailedFields,
} from '../../../../domain/submissions/fields.ts'
import { plainLine, plainText, truncate } from './submitted-text.ts'

const MAX_SENDER_LENGTH = 60
const MAX_WORDS_LENGTH = 90
/** Characters of a value that are looked at: values can be long, and every email does this. */
const MAX_READ_LENGTH = 400

/** Beginning of a text, and the number of characters that are missing. */
type Excerpt = { shown: string; charactersLeftOut: number }

/** A field, formatted for emails. Name and value are still submitted text: escape and defang them. */
export type FormattedField = { name: string; value: Excerpt }

export type FormattedFields = {
  /** In the order sent. */
  fields: FormattedField[]
  /** Number of omitted fields. */
  fieldsLeftOut: number
  /** Number of characters missing from the printed fields. */
  charactersLeftOut: number
}

/**
 * Maximum octets of one character in both parts of an email together, in quoted-printable: escaped in HTML, encoded,
 * and in the brackets that `defang` sets.
 */
const JOINT_OCTETS = 6
const WIDE_JOINT_OCTETS = 22
/** The `://` of a web address pays for the markup of its link in a confirmed email. */
const SCHEME_OCTETS = 40
const MARKUP_OCTETS = 14
const LINE_END_OCTETS = 18
const PLAIN_OCTETS = 2
/** Two parts, three octets for each octet of UTF-8. */
const ENCODED_OCTETS = 6
/** Maximum octets of one octet of UTF-8. */
const MAX_OCTETS_PER_OCTET = SCHEME_OCTETS

/** Maximum octets of all fields, and of the list of files. Keeps the email below 100 KB, so that no mail program clips it. */
const CONTENT_OCTETS = 72_000
/** Octets of the markup and line ends of a field. */
const FIELD_OCTETS = 220
/** Octets of the note under a shortened value. */
const NOTE_OCTETS = 250
/** Minimum octets of a long value; with less room the field is omitted. */
const MIN_VALUE_OCTETS = NOTE_OCTETS + 200
/** Maximum octets of a name: one of MAX_NAME_BYTES is shown in full. */
const NAME_OCTETS = MAX_NAME_BYTES * MAX_OCTETS_PER_OCTET

/**
 * Formats the fields of a submission for an email and shortens them if the email would become too large.
 *
 * @param otherOctets those of other submitted content in the email
 */
export function formatFields(submitted: readonly Field[], otherOctets = 0): FormattedFields {
  const all = mailedFields(submitted).map(measure)
  const contentOctets = CONTENT_OCTETS - otherOctets
  let room = contentOctets
  const fitting = all.filter((field) => {
    room -= field.overhead + Math.min(field.octets, MIN_VALUE_OCTETS)
    return room >= 0
  })
  const demands = fitting.map((field) => field.octets)
  const overhead = fitting.reduce((sum, field) => sum + field.overhead, 0)
  const share = fairShare(demands, contentOctets - overhead)
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
    octets: countOctets(text),
    overhead: FIELD_OCTETS + countOctets(name.shown),
  }
}

/** Prints strings as they are, other scalars as JSON, lists of scalars joined by commas, and all else as indented JSON. */
export function printValue(value: FieldValue): string {
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

/** Returns the maximum octets of a text in both parts of an email together. */
function countOctets(text: string): number {
  let octets = 0
  for (const character of text) octets += countCharacterOctets(character)
  return octets
}

/** Returns the beginning of a text within the octets, without cutting a character in half. */
function excerpt(text: string, octets: number): Excerpt {
  let left = octets
  let end = 0
  for (const character of text) {
    left -= countCharacterOctets(character)
    if (left < 0) return { shown: text.slice(0, end), charactersLeftOut: Array.from(text.slice(end)).length }
    end += character.length
  }
  return { shown: text, charactersLeftOut: 0 }
}

/**
 * Returns the largest share per demand that keeps the sum within `budget`. Short demands leave their rest to long ones,
 * so a long message does not crowd out the short field after it.
 */
export function fairShare(demands: readonly number[], budget: number): number {
  const rising = demands.toSorted((one, other) => one - other)
  let left = budget
  for (const [index, demand] of rising.entries()) {
    const share = Math.floor(left / (rising.length - index))
    if (demand > share) return share
    left -= demand
  }
  return budget
}

function countCharacterOctets(character: string): number {
  if (/[:/]/.test(character)) return SCHEME_OCTETS
  if (/[.@\\]/.test(character)) return JOINT_OCTETS
  if (/[\u2024\u3002\uff0e\uff61\uff20\uff1a]/.test(character)) return WIDE_JOINT_OCTETS
  if (character === '\n') return LINE_END_OCTETS
  if (/[&<>"'=\t]/.test(character)) return MARKUP_OCTETS
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return PLAIN_OCTETS
  if (code < 0x800) return 2 * ENCODED_OCTETS
  return (code < 0x10000 ? 3 : 4) * ENCODED_OCTETS
}

/** Returns who sent a submission and its first words in one line, `Grace: Hello Ada`; null if it has no text. */
export function summarize(fields: readonly FormattedField[]): string | null {
  const lines = fields
    .map(({ name, value }) => ({ name, value: plainLine(value.shown.slice(0, MAX_READ_LENGTH)) }))
    .filter(({ value }) => value !== '')
  const reply = findReplyField(lines, readPlainAddress)
  const sender = findSenderName(lines)?.name ?? reply?.address ?? findByRole(lines, 'email')?.value
  const message = findByRole(lines, 'message')
  const others = lines.filter((line) => !isSenderName(line.name) && line !== reply?.field)
  const words = message ? message.value : others.map(({ value }) => value).join(' · ')
  const parts = [truncate(String(sender ?? ''), MAX_SENDER_LENGTH), truncate(String(words), MAX_WORDS_LENGTH)]
  return parts.filter((part) => part !== '').join(': ') || null
}
