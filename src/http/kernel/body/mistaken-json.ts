import type { Refusal } from '../../../domain/refusal.ts'

/** First bytes of JSON, also encoded, of white space, of a byte order mark, and a quote that a shell left. Few forms begin so. */
export const FIRST_BYTES_OF_JSON: readonly number[] = [...Buffer.from("{[ \t\r\n\xef'%", 'latin1')]
const BEGINS_AS_OBJECT = /^(?:\xef\xbb\xbf)?[ \t\r\n]*'?\{/
/** Clients that encode the text as the name of a field add `=`. */
const ENDS_AS_OBJECT = /\}'?=?[ \t\r\n]*$/
const [PERCENT, SEVEN] = [0x25, 0x37]
/** One encoded object and nothing else: a field with another name, a value, or a second field makes it a form. */
const ENCODED_OBJECT = /^%7B[^&=]*%7D=?[\r\n]*$/i
const BEGINS_AS_ARRAY = /^(?:\xef\xbb\xbf)?[ \t\r\n]*\[/
/** Bytes at each end that these expressions look at. */
const EDGE_BYTES = 64
/** Maximum size of JSON that is parsed: deep one takes long. A longer name of a field is refused anyway. */
const MAX_PARSED_BYTES = 16_384
const MISTAKEN: Refusal = {
  code: 'body_unparsable',
  message: 'The body is JSON but was sent as a form. Add the header Content-Type: application/json.',
}

/**
 * Returns a refusal for a JSON body that was sent as a form, as curl does with `-d` by default; otherwise null. An object
 * need not be well-formed, because no form begins and ends like it.
 */
export function checkMistakenJson(bytes: Buffer): Refusal | null {
  if (bytes[0] === PERCENT) return bytes[1] === SEVEN && isEncodedObject(bytes) ? MISTAKEN : null
  const beginning = bytes.toString('latin1', 0, EDGE_BYTES)
  const end = bytes.toString('latin1', Math.max(0, bytes.length - EDGE_BYTES))
  if (BEGINS_AS_OBJECT.test(beginning)) return ENDS_AS_OBJECT.test(end) ? MISTAKEN : null
  const isArray = BEGINS_AS_ARRAY.test(beginning) && bytes.length <= MAX_PARSED_BYTES && isJson(bytes)
  return isArray ? MISTAKEN : null
}

/** Returns true for a JSON object whose text was sent as the name of a field, as `curl --data-urlencode` does. */
function isEncodedObject(bytes: Buffer): boolean {
  if (bytes.length > MAX_PARSED_BYTES) return false
  const text = bytes.toString('latin1')
  if (!ENCODED_OBJECT.test(text)) return false
  const [name = ''] = new URLSearchParams(text.trimEnd()).keys()
  return isJson(Buffer.from(name))
}

function isJson(bytes: Buffer): boolean {
  try {
    // The decoder drops a byte order mark.
    JSON.parse(new TextDecoder().decode(bytes))
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
