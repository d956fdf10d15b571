import { isUtf8 } from 'node:buffer'
import type { Refused } from '../../../domain/refusal.ts'
import { createDecoder, decodeUtf8, findCharset, refuseBytes, refuseCharset, UTF8 } from './charset.ts'
import { MAX_PARTS } from './multipart.ts'

/** The charset in the Content-Type of a part. */
const PART_CHARSET = /(^|\r\n)(content-type:[^\r\n]*;[ \t]*charset=)"?([^\s";]*)"?/i

/**
 * Returns a multipart body whose parts are all UTF-8. A part is in the charset of its Content-Type, else in `charset`; where
 * that is UTF-8, a part that is not UTF-8 is read as windows-1252. All parts are text, because files are refused.
 */
export function convertPartsToUtf8(
  body: Buffer,
  { boundary, charset }: { boundary: string; charset: string },
): { kind: 'body'; body: Buffer } | Refused {
  const text = body.toString('latin1')
  if (charset === UTF8 && isUtf8(body) && !PART_CHARSET.test(text)) return { kind: 'body', body }
  const delimiter = `\r\n--${boundary}`
  const parts = `\r\n${text}`.split(delimiter)
  // Refused for their number when they are parsed.
  if (parts.length > MAX_PARTS + 2) return { kind: 'body', body }
  const converted: Buffer[] = []
  for (const [index, part] of parts.entries()) {
    const headers = part.split('\r\n\r\n', 1)[0] ?? ''
    const declared = PART_CHARSET.exec(headers)?.[3]
    const partCharset = declared === undefined ? charset : findCharset(declared)
    if (partCharset === null) return { kind: 'refused', refusal: refuseCharset(declared ?? '') }
    const inUtf8 = declared === undefined ? part : part.replace(PART_CHARSET, `$1$2${UTF8}`)
    const decoded = decodePart(Buffer.from(inUtf8, 'latin1'), partCharset)
    if (decoded === null) return { kind: 'refused', refusal: refuseBytes(partCharset) }
    if (index > 0) converted.push(Buffer.from(delimiter, 'latin1'))
    converted.push(Buffer.from(decoded))
  }
  return { kind: 'body', body: Buffer.concat(converted) }
}

/** Returns null when the bytes are not valid in the charset. */
function decodePart(bytes: Buffer, charset: string): string | null {
  if (charset === UTF8) return decodeUtf8(bytes)
  const decoder = createDecoder(charset)
  const text = decoder.decode(bytes)
  return decoder.isValid() ? text : null
}
