import type { BodyKind } from './body/content-type.ts'

const HTML = 'text/html'
const JSON_TYPE = 'application/json'

/**
 * Whether a submission is answered with a page: `Accept` names text/html not below JSON, a browser's form was
 * posted, and nothing says that a script sent it (product.md §12, "Negotiation").
 */
export function prefersHtml(request: {
  accept: string | undefined
  bodyKind: BodyKind
  requestedWith: string | undefined
  secFetchDest: string | undefined
}): boolean {
  if (request.bodyKind !== 'urlencoded' && request.bodyKind !== 'multipart') return false
  return !isSentByScript(request) && acceptsHtmlPage(request.accept)
}

/** Whether a header says that a script sent the request, and no form and no link. */
export function isSentByScript(request: {
  requestedWith: string | undefined
  secFetchDest: string | undefined
}): boolean {
  return request.requestedWith?.toLowerCase() === 'xmlhttprequest' || request.secFetchDest === 'empty'
}

/** Whether `Accept` names text/html with a q not below JSON's; at equal q the first named wins. Wildcards name nothing. */
export function acceptsHtmlPage(accept: string | undefined): boolean {
  const ranges = readAccept(accept ?? '')
  const html = ranges.findIndex((range) => range.type === HTML)
  const json = ranges.findIndex((range) => range.type === JSON_TYPE)
  const htmlQ = ranges[html]?.q ?? 0
  const jsonQ = ranges[json]?.q ?? 0
  if (htmlQ === 0) return false
  return htmlQ === jsonQ ? html < json : htmlQ > jsonQ
}

/** The media ranges in the order named, with their weights (RFC 9110 §12.4.2); a malformed weight counts as none given. */
function readAccept(accept: string): { type: string; q: number }[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const q = weight !== undefined && /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 1
    return { type, q }
  })
}
