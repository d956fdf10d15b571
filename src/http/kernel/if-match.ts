import { getHeader, type RequestHead } from './request.ts'

const ANY = '*'
const VERSION = /^"(\d{1,15})"$/

/**
 * The versions that If-Match names (RFC 9110 §13.1.1); null: any will do. A tag that is not ours, or weak, matches
 * nothing.
 */
export function listVersions(request: RequestHead): readonly number[] | null {
  const header = getHeader(request, 'if-match')?.trim()
  if (header === undefined || header === ANY) return null
  return header.split(',').flatMap((tag) => {
    const version = VERSION.exec(tag.trim())?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}
