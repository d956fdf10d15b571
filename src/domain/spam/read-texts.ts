import { isData } from '../submissions/control-names.ts'
import type { Field, FieldValue } from '../submissions/fields.ts'

/** Number of characters of one field that the filter reads. */
const MAX_READ_PER_FIELD = 4096
/** Number of characters of a submission that the filter reads. */
const MAX_READ = 16_384

const NOT_ASCII = /[^\0-\x7f]/
/** Characters that nobody sees and that split words and links: soft hyphen, zero-width and directional characters. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+/g

/** More marks on one letter than any language has: normalization sorts them, in a time that grows with their square. */
const PILED_MARKS = /(\p{M}{30})\p{M}+/gu

/** A text that a visitor sent, in NFKC and without invisible characters. */
export type ReadText = {
  /** Name of its field. */
  field: string
  text: string
}

/** Returns the texts of a submission as far as the filter reads them. Names, numbers and controls are no texts. */
export function readTexts(fields: readonly Field[]): ReadText[] {
  const texts: ReadText[] = []
  let left = MAX_READ
  for (const field of fields) {
    if (left <= 0) break
    if (!isData(field)) continue
    left -= addTexts(texts, field.name, { value: field.value, max: Math.min(left, MAX_READ_PER_FIELD) })
  }
  return texts
}

/** Adds the texts of a value, `max` characters in all. Returns the number of characters that it read. */
function addTexts(
  texts: ReadText[],
  field: string,
  { value, max }: { value: FieldValue; max: number },
): number {
  if (typeof value === 'string') {
    const text = value.length > max ? value.slice(0, max) : value
    if (text !== '') texts.push({ field, text: NOT_ASCII.test(text) ? normalize(text) : text })
    return text.length
  }
  if (typeof value !== 'object' || value === null) return 0
  let read = 0
  for (const one of Object.values(value)) {
    if (read >= max) break
    read += addTexts(texts, field, { value: one, max: max - read })
  }
  return read
}

/** One character can become eighteen, so what is read is cut again. */
function normalize(text: string): string {
  return toVisible(text).slice(0, MAX_READ_PER_FIELD)
}

/**
 * Returns a text in NFKC and without invisible characters. Of a pile of marks, the first 30 are kept, as in the Stream-Safe
 * Text Format of UAX #15.
 */
export function toVisible(text: string): string {
  return text.replace(PILED_MARKS, '$1').normalize('NFKC').replace(INVISIBLE, '')
}
