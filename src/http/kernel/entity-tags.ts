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

/** Matches If-None-Match (RFC 9110 §13.1.2): a list or `*`, compared weakly, because compressing proxies weaken a tag. */
export function includesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes(ANY)
}
