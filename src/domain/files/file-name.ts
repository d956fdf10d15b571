/** Maximum length of a file's name, in bytes of UTF-8. */
export const MAX_FILE_NAME_BYTES = 200
/** Maximum length of a suffix that a shortened name keeps, in bytes of UTF-8. */
const MAX_KEPT_SUFFIX_BYTES = 32
/** Names longer than this are cut before they are read, in UTF-16 code units: the cost of a name has a limit. */
const MAX_READ_LENGTH = 4096
/** Name of a file whose own name leaves nothing. */
const NAMELESS = 'file'

/**
 * Control characters, and the invisible characters that change the direction of text or hide in it
 * (`exe.gpj` behind a right-to-left override). The joiners of emoji, Persian and Hindi stay.
 */
const INVISIBLE = /\p{Cc}|(?![\u200c\u200d])\p{Cf}/gu
const SPACE = /[\t\n\v\f\r\p{Z}]/gu
/** Characters that Windows reserves. */
const RESERVED = /[<>:"|?*]/g
/** Names of Windows devices, with any suffix, and with spaces before it. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i

/**
 * Returns a name that is safe to show, to store, and to save under on any system, from the one that a visitor's program
 * sent: the last part of a path, in NFC, at most 200 bytes of UTF-8, cut between characters before the suffix, and never empty.
 * A cleaned name stays as it is.
 */
export function cleanFileName(raw: string): string {
  // Of a name that is too long to read, the end is kept: the suffix stands there.
  const lastPart = raw
    .slice(-MAX_READ_LENGTH)
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .findLast((part) => part.trim() !== '')
  if (lastPart === undefined) return NAMELESS
  const name = lastPart
    .replace(SPACE, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(RESERVED, '_')
    .replace(/ {2,}/g, ' ')
    .replace(/^[. ]+/, '')
  const fitted = fitBytes(trimEnd(name))
  const safe = DEVICE.test(fitted) ? fitBytes(`_${fitted}`) : fitted
  return safe === '' ? NAMELESS : safe
}

/** Returns the suffix of a cleaned name in lower case, without its dot; an empty text where there is none. */
export function getFileSuffix(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

/** Removes what Windows would remove itself. */
function trimEnd(name: string): string {
  return name.replace(/[. ]+$/, '')
}

function fitBytes(name: string): string {
  if (countBytes(name) <= MAX_FILE_NAME_BYTES) return name
  const dot = name.lastIndexOf('.')
  const suffix = dot > 0 ? name.slice(dot) : ''
  const isKept = suffix !== '' && countBytes(suffix) <= MAX_KEPT_SUFFIX_BYTES
  const stem = isKept ? name.slice(0, dot) : name
  const kept = isKept ? suffix : ''
  return trimEnd(cutBytes(stem, MAX_FILE_NAME_BYTES - countBytes(kept))) + kept
}

/** Cuts between characters as people see them, and inside one only where it alone is too long. */
function cutBytes(text: string, maxBytes: number): string {
  const whole = takeWhile(new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text), maxBytes)
  if (whole !== '') return whole
  return takeWhile(
    Array.from(text, (segment) => ({ segment })),
    maxBytes,
  )
}

function takeWhile(segments: Iterable<{ segment: string }>, maxBytes: number): string {
  let taken = ''
  let bytes = 0
  for (const { segment } of segments) {
    bytes += countBytes(segment)
    if (bytes > maxBytes) break
    taken += segment
  }
  return taken
}

function countBytes(text: string): number {
  return encoder.encode(text).length
}

const encoder = new TextEncoder()
