import { isUtf8 } from 'node:buffer'

/** A parameter: its name, then a quoted or a plain value. */
const PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:\\"|[^"])*)"|([^;]*))/g
const DISPOSITION = /(?:^|\r\n)content-disposition:[ \t]*form-data((?:[^\r]|\r(?!\n)|\r\n[ \t])*)/i
const OCTETS = /(?:^|\r\n)content-type:[ \t]*application\/octet-stream/i
/** `charset'language'text` with escaped bytes (RFC 8187 §3.2). */
const EXTENDED = /^(utf-8|iso-8859-1)'[^']*'(.*)$/is
const MAX_CONTINUATIONS = 100

/** Parameters of Content-Disposition by lower-case name, in latin1: each character is a byte. */
function readParameters(headers: string): ReadonlyMap<string, string> {
  const [, rest = ''] = DISPOSITION.exec(headers) ?? []
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of rest.replaceAll(/\r\n[ \t]/g, ' ').matchAll(PARAMETER)) {
    const key = name.toLowerCase()
    // Browsers of old send paths with single backslashes, so only quotes are escaped.
    if (!found.has(key)) found.set(key, quoted?.replaceAll('\\"', '"') ?? plain.trim())
  }
  return found
}

/** Returns true for a part that is a file: it has a file name, or is of the type of bytes. */
export function isFilePart(headers: string): boolean {
  if (OCTETS.test(headers)) return true
  return [...readParameters(headers).keys()].some((name) => /^filename(\*|$)/.test(name))
}

/**
 * Returns the names of the field and the file of a part. Browsers send UTF-8 bytes and escape three characters (HTML standard,
 * "multipart form data"); other clients send `filename*` (RFC 8187) or its pieces (RFC 2231), which win over `filename`.
 * Bytes that are not UTF-8 are read as windows-1252.
 *
 * @param headers in latin1: each character is a byte
 */
export function readFileNames(headers: string): { field: string; name: string } {
  const parameters = readParameters(headers)
  const extended = parameters.get('filename*')
  const name =
    (extended === undefined ? readContinued(parameters) : readExtended(extended)) ??
    decodeBytes(parameters.get('filename') ?? '')
  return { field: unescapeName(decodeBytes(parameters.get('name') ?? '')), name: unescapeName(name) }
}

/** Joins `filename*0`, `filename*1*` and so on; null where there is none. */
function readContinued(parameters: ReadonlyMap<string, string>): string | null {
  const pieces: Buffer[] = []
  for (let number = 0; number < MAX_CONTINUATIONS; number += 1) {
    const plain = parameters.get(`filename*${number}`)
    const escaped = parameters.get(`filename*${number}*`)
    if (plain === undefined && escaped === undefined) break
    const text = escaped === undefined || number > 0 ? escaped : escaped.replace(/^[^']*'[^']*'/, '')
    pieces.push(text === undefined ? Buffer.from(plain ?? '', 'latin1') : unescapeBytes(text))
  }
  return pieces.length === 0 ? null : decodeBytes(Buffer.concat(pieces).toString('latin1'))
}

function readExtended(text: string): string | null {
  const [, charset, value] = EXTENDED.exec(text) ?? []
  if (charset === undefined || value === undefined) return null
  const bytes = unescapeBytes(value)
  return charset.toLowerCase() === 'utf-8' ? bytes.toString('utf8') : bytes.toString('latin1')
}

function unescapeBytes(text: string): Buffer {
  const bytes = text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

function decodeBytes(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : new TextDecoder('windows-1252').decode(bytes)
}

/** Unescapes the three characters that browsers escape in names. */
function unescapeName(name: string): string {
  return name.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%22', '"')
}
