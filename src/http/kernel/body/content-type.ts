import { findCharset } from './charset.ts'

export type BodyKind = 'urlencoded' | 'multipart' | 'json' | 'text' | 'other'

const KINDS: Readonly<Record<string, BodyKind>> = {
  'application/x-www-form-urlencoded': 'urlencoded',
  'multipart/form-data': 'multipart',
  'application/json': 'json',
  'text/plain': 'text',
}
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const MEDIA_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})[ \\t]*(?=;|$)`)
const PARAMETER = new RegExp(
  `^;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[\\t !#-[\\]-~\\x80-\\xff]|\\\\[\\t -~\\x80-\\xff])*)"))?[ \\t]*(?=;|$)`,
)
const MAX_HEADER_LENGTH = 1024
/** RFC 2046 §5.1.1: at most 70 characters of this set, not ending in a space. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/

/** Parsed forms of the most frequent headers. */
const USUAL = new Map(
  [
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'application/x-www-form-urlencoded; charset=UTF-8',
    'application/json',
    'application/json; charset=utf-8',
  ].map((header) => [header, readStrictly(header)]),
)

type ContentType = {
  kind: BodyKind
  boundary: string | null
  /** The charset that is declared; null when none is. */
  charset: string | null
  /** A charset that bodies cannot be decoded from, as it was sent; the kind is `other`. */
  unknownCharset?: string
}

/**
 * Reads a Content-Type strictly (RFC 9110 §8.3): anything but a known media type in a known charset is `other`. `boundary`
 * is null unless the header names one that RFC 2046 allows.
 */
export function readContentType(header: string | undefined): ContentType {
  return USUAL.get(header ?? '') ?? readStrictly(header)
}

function readStrictly(header: string | undefined): ContentType {
  const other = { kind: 'other', boundary: null, charset: null } as const
  const text = header?.replace(/^[ \t]+/, '') ?? ''
  const type = text.length <= MAX_HEADER_LENGTH ? MEDIA_TYPE.exec(text) : null
  const kind = KINDS[type?.[1]?.toLowerCase() ?? '']
  if (!type || !kind) return other
  const parameters = readParameters(text.slice(type[0].length))
  if (!parameters) return kind === 'multipart' ? { ...other, kind } : other
  const label = parameters.get('charset')
  const charset = label === undefined ? null : findCharset(label)
  if (label !== undefined && charset === null) return { ...other, unknownCharset: label }
  const boundary = parameters.get('boundary') ?? ''
  return { kind, boundary: BOUNDARY.test(boundary) ? boundary : null, charset }
}

/** Parses parameters by lower-case name; the first of a name counts. Null when they are malformed. */
function readParameters(text: string): Map<string, string> | null {
  const parameters = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    const found = PARAMETER.exec(rest)
    if (!found) return null
    const name = found[1]?.toLowerCase()
    const value = found[2] ?? found[3]?.replace(/\\(.)/g, '$1') ?? ''
    if (name !== undefined && !parameters.has(name)) parameters.set(name, value)
    rest = rest.slice(found[0].length)
  }
  return parameters
}
