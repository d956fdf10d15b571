const MAX_LENGTH = 512
/** Origin of nowhere: only paths that stay on it are ours. */
const NOWHERE = 'https://nowhere.invalid'

/** A path of the dashboard that somebody wants to get back to after signing in; null for whatever leads elsewhere. */
export function readNextPath(text: string | null | undefined): string | null {
  if (!text || text.length > MAX_LENGTH) return null
  const url = URL.parse(text, NOWHERE)
  if (!url || url.origin !== NOWHERE || !/^\/app(?:\/|$)/.test(url.pathname)) return null
  // The parser leaves a backslash alone behind the question mark only; no address of the dashboard has one.
  return url.search.includes('\\') ? null : url.pathname + url.search
}
