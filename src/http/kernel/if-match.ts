import { getHeader, type RequestHead } from './request.ts'

const ANY = '*'
const VERSION = /^"(\d{1,15})"$/

/**
 * Returns the versions that If-Match names (RFC 9110 §13.1.1), or null when any version matches. A weak tag, or one that is
 * not ours, matches nothing.
 */
export function listVersions(request: RequestHead): readonly number[] | null {
  const header = getHeader(request, 'if-match')?.trim()
  if (header === undefined || header === ANY) return null
  return header.split(',').flatMap((tag) => {
    const version = VERSION.exec(tag.trim())?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}
