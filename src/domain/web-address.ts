/** Maximum length of an address that an owner sets or a form names. */
export const MAX_ADDRESS_LENGTH = 2048
/** Characters that parsers interpret differently. */
const UNSAFE = /[\\\u0000-\u0020\u007f]/
/** `https:evil` and `https:/evil` are relative to some parsers and absolute to others. */
const ABSOLUTE = /^https?:\/\/[^/]/i

/** Reads an absolute http(s) address without credentials, normalized as browsers do; null for anything else. */
export function readWebAddress(text: string): string | null {
  const url = webUrl(text)
  return url && url.href.length <= MAX_ADDRESS_LENGTH ? url.href : null
}

/** Reads a web origin such as `https://site.dev`; null for addresses with a path, query or wildcard. */
export function readWebOrigin(text: string): string | null {
  const url = webUrl(text)
  if (url?.pathname !== '/' || url.search !== '' || url.hash !== '' || url.host.includes('*')) return null
  return url.origin
}

function webUrl(text: string): URL | null {
  if (text.length > MAX_ADDRESS_LENGTH || UNSAFE.test(text) || !ABSOLUTE.test(text)) return null
  const url = URL.parse(text)
  return url && url.username === '' && url.password === '' ? url : null
}
