import { isUtf8 } from 'node:buffer'
import type { Refusal, Refused } from '../../../domain/refusal.ts'
import type { Field, FieldValue } from '../../../domain/submissions/fields.ts'
import { truncateName } from './clean-text.ts'

/** The charset of a body that names none; bytes that are not valid in it are read as windows-1252. */
export const UTF8 = 'utf-8'
/** Name of the hidden field in which a browser names the charset of its form (HTML standard, "constructing the entry list"). */
const CHARSET_FIELD = '_charset_'
const UTF8_LABELS: readonly string[] = ['utf-8', 'utf8', 'us-ascii', 'ascii']
/** Charsets in which the delimiters of a body are not ASCII. */
const NOT_ASCII: readonly string[] = ['utf-16le', 'utf-16be']
const REPLACEMENT = '\uFFFD'

const windows1252 = new TextDecoder('windows-1252')
const decoders = new Map<string, TextDecoder>()

/** Decodes bytes of a body; records that it met bytes that are not valid in a declared charset. */
export type Decoder = { decode(bytes: Uint8Array): string; isValid(): boolean }

/** Decodes UTF-8; bytes that are not UTF-8 are read as windows-1252, because browsers do not say so when a page sends it. */
export function decodeUtf8(bytes: Buffer, length = bytes.length): string {
  const text = bytes.toString('utf8', 0, length)
  // NOTE: this is the hot path; the search costs nothing in text of one byte per character.
  if (!text.includes(REPLACEMENT)) return text
  const whole = bytes.subarray(0, length)
  return isUtf8(whole) ? text : windows1252.decode(whole)
}

/** Returns the name of the charset with this label (Encoding standard); null when bodies cannot be decoded from it. */
export function findCharset(label: string): string | null {
  const wanted = label.trim().toLowerCase()
  if (UTF8_LABELS.includes(wanted)) return UTF8
  const name = findDecoder(wanted)?.encoding ?? null
  return name !== null && NOT_ASCII.includes(name) ? null : name
}

/** Creates a decoder for one body in a charset that `findCharset` found. */
export function createDecoder(charset: string): Decoder {
  const decoder = findDecoder(charset)
  let isValid = true
  return {
    decode(bytes) {
      try {
        return decoder?.decode(bytes) ?? ''
      } catch (error) {
        // Thrown for bytes that are not valid in the charset.
        if (!(error instanceof TypeError)) throw error
        isValid = false
        return ''
      }
    },
    isValid: () => isValid,
  }
}

/** Returns the charset that the fields of a form name; null when they name none. */
export function findNamedCharset(
  fields: readonly Field[],
): { kind: 'charset'; charset: string } | Refused | null {
  const label = findCharsetLabel(fields)
  if (typeof label !== 'string' || label === '') return null
  const charset = findCharset(label)
  if (charset !== null) return { kind: 'charset', charset }
  const refusal: Refusal = { code: 'field_invalid', field: CHARSET_FIELD, message: unknownCharset(label) }
  return { kind: 'refused', refusal }
}

/** Returns the refusal of a charset that bodies cannot be decoded from. */
export function refuseCharset(label: string): Refusal {
  return { code: 'unsupported_media_type', message: unknownCharset(label) }
}

/** Returns the refusal of a body with bytes that are not valid in its charset. */
export function refuseBytes(charset: string): Refusal {
  const message = `The body is not valid ${charset}, which it declares as its charset. Send it in UTF-8.`
  return { code: 'body_unparsable', message }
}

function unknownCharset(label: string): string {
  return `The charset "${truncateName(label)}" is not supported. Send the data in UTF-8.`
}

function findCharsetLabel(fields: readonly Field[]): FieldValue | undefined {
  for (const { name, value } of fields) {
    if (name.length === CHARSET_FIELD.length && name.toLowerCase() === CHARSET_FIELD) return value
  }
  return undefined
}

function findDecoder(label: string): TextDecoder | null {
  const known = decoders.get(label)
  if (known) return known
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    // By its name, so that labels of clients cannot fill the map.
    decoders.set(decoder.encoding, decoder)
    return decoder
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
