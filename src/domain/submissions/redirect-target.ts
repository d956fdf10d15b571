const MAX_LENGTH = 2048
/** `https:evil` and `https:/evil` are relative to some parsers and absolute to others. */
const MALFORMED_ABSOLUTE = /^https?:(?!\/\/[^/])/i

/**
 * Returns the address that `_next` sends a browser to: an absolute http(s) address on the page's own origin or on an
 * allowed origin; null for any other, so that there is no open redirect.
 *
 * @param request.next the value of `_next`; a relative one is resolved against Referer, else Origin
 */
export function resolveRedirect(request: {
  next: string
  origin: string | null
  referer: string | null
  allowedOrigins: readonly string[]
}): string | null {
  const next = request.next.trim()
  // Parsers interpret backslashes and control characters differently.
  if (next === '' || next.length > MAX_LENGTH || /[\\\u0000-\u001f\u007f]/.test(next)) return null
  if (MALFORMED_ABSOLUTE.test(next)) return null
  const origin = webAddress(request.origin)
  const referer = webAddress(request.referer)
  const page = referer ?? origin
  if (!URL.canParse(next, page?.href)) return null
  const target = new URL(next, page?.href)
  if (!isWeb(target) || target.username !== '' || target.password !== '') return null
  const own = origin?.origin ?? referer?.origin
  const allowed = target.origin === own || request.allowedOrigins.includes(target.origin)
  return allowed && target.href.length <= MAX_LENGTH ? target.href : null
}

function webAddress(text: string | null): URL | null {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  return isWeb(url) ? url : null
}

function isWeb(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:'
}
