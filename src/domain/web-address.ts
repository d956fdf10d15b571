/** The longest address that owners may set or forms may name. */
export const MAX_ADDRESS_LENGTH = 2048
/** Read differently by different parsers. */
const UNSAFE = /[\\\u0000-\u0020\u007f]/
/** `https:evil` and `https:/evil` are relative to some readers and absolute to others. */
const ABSOLUTE = /^https?:\/\/[^/]/i

/** An absolute http(s) address without credentials, as browsers write it; null for anything else. */
export function readWebAddress(text: string): string | null {
  const url = webUrl(text)
  return url && url.href.length <= MAX_ADDRESS_LENGTH ? url.href : null
}

/** A web origin such as `https://site.dev`, as browsers name it; null for addresses with more in them, and for patterns. */
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
