const MAX_LENGTH = 512
/** A base origin that does not exist: only paths that stay on it are ours. */
const NOWHERE = 'https://nowhere.invalid'

/** Reads the dashboard path to return to after signing in; null for anything that leads elsewhere. */
export function readNextPath(text: string | null | undefined): string | null {
  if (!text || text.length > MAX_LENGTH) return null
  const url = URL.parse(text, NOWHERE)
  if (!url || url.origin !== NOWHERE || !/^\/app(?:\/|$)/.test(url.pathname)) return null
  // The parser keeps a backslash only after the question mark; no dashboard address has one.
  return url.search.includes('\\') ? null : url.pathname + url.search
}
