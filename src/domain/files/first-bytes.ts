/**
 * Danger of a file that its first bytes show, whatever its name and its other bytes say. `program`: Windows, Linux, macOS, Java
 * and Android run it; `script`: a shell runs it; `markup`: a browser renders it.
 */
export type FileDanger = 'program' | 'script' | 'markup'

/** Signatures of programs, as text in which each character is a byte. */
const PROGRAMS = [
  '\x7fELF',
  '\xfe\xed\xfa\xce',
  '\xfe\xed\xfa\xcf',
  '\xce\xfa\xed\xfe',
  '\xcf\xfa\xed\xfe',
  '\xca\xfe\xba\xbe',
  '\xca\xfe\xba\xbf',
  '\xbe\xba\xfe\xca',
  'dex\n',
  '\0asm',
]
/** Every program for Windows and DOS begins so; so may a text, which no loader takes for a program. */
const WINDOWS_PROGRAMS = ['MZ', 'ZM']
/** The beginning of an element, a comment, a declaration or a tag of PHP or ASP, where browsers look for one. */
const MARKUP = /^\s*<(?:[!?%]|\/?[a-z][a-z0-9:_-]*(?:[\s/>]|$))/i
/** Control characters that no text has: all except tab, line feed, form feed and carriage return. */
const NOT_TEXT = /[\0-\x08\x0b\x0e-\x1f\x7f]/
const BYTE_ORDER_MARK = /^\ufeff/

/** Finds the danger that the first bytes of a file show; null where they show none. */
export function findDanger(head: Uint8Array): FileDanger | null {
  const bytes = decode(head, 'latin1')
  if (PROGRAMS.some((signature) => bytes.startsWith(signature))) return 'program'
  if (WINDOWS_PROGRAMS.some((signature) => bytes.startsWith(signature)) && !isText(head)) return 'program'
  const text = decodeText(head)
  if (text.startsWith('#!')) return 'script'
  return MARKUP.test(text) ? 'markup' : null
}

/**
 * Checks that the first bytes of a file are text: UTF-8, UTF-16 with its byte order mark, or an older encoding of single bytes,
 * without control characters.
 */
export function isText(head: Uint8Array): boolean {
  return !NOT_TEXT.test(decodeText(head))
}

/** Decodes as far as the checks above need it: of UTF-8 and of older encodings they read ASCII alone. */
function decodeText(head: Uint8Array): string {
  const [first, second] = head
  if (first === 0xff && second === 0xfe) return decode(head, 'utf-16le').replace(BYTE_ORDER_MARK, '')
  if (first === 0xfe && second === 0xff) return decode(head, 'utf-16be').replace(BYTE_ORDER_MARK, '')
  return decode(head, 'latin1').replace(/^\u00ef\u00bb\u00bf/, '')
}

function decode(bytes: Uint8Array, encoding: 'latin1' | 'utf-16le' | 'utf-16be'): string {
  return new TextDecoder(encoding).decode(bytes)
}
