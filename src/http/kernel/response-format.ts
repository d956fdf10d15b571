import { type BodyKind, readContentType } from './body/content-type.ts'
import { getHeader, isDryRun, type RequestHead } from './request.ts'

const HTML = 'text/html'
const JSON_TYPE = 'application/json'
const MARKDOWN = 'text/markdown'
const FORM_BODIES: readonly BodyKind[] = ['urlencoded', 'multipart', 'text']

/** Format of an answer, independent of its content. */
export type ResponseFormat = {
  base: string
  /** The answer is a page instead of JSON. */
  html: boolean
  /** The answer is Markdown instead of a page or JSON. */
  markdown?: boolean
  /** The client is Formspree's and reads `errors[]`. */
  formspree?: boolean
  /** Refusals carry `dry_run`. */
  dryRun?: boolean
}

/**
 * Negotiates the format of the answer: browsers that open an address or send a form get a page, agents that open one and
 * name Markdown get that.
 */
export function negotiateFormat(request: RequestHead, base: string): Required<ResponseFormat> {
  const { accept } = request.headers
  const sender = {
    requestedWith: getHeader(request, 'x-requested-with'),
    secFetchDest: getHeader(request, 'sec-fetch-dest'),
  }
  const bodyKind = readContentType(request.headers['content-type']).kind
  const isSafe = isSafeMethod(request)
  const html = isSafe
    ? acceptsHtmlPage(accept) && !isSentByScript(sender)
    : prefersHtml({ accept, bodyKind, ...sender })
  return {
    base,
    html,
    markdown: isSafe && acceptsMarkdown(accept),
    formspree: request.headers['formspree-client'] !== undefined,
    dryRun: isDryRun(request),
  }
}

/** Returns true for GET and HEAD. */
export function isSafeMethod(request: RequestHead): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}

/**
 * Returns true when a submission is answered with a page: `Accept` ranks text/html at least as high as JSON, the body is in
 * one of the three formats of HTML forms, and no header indicates a script (product.md §12, "Negotiation").
 */
export function prefersHtml(request: {
  accept: string | undefined
  bodyKind: BodyKind
  requestedWith: string | undefined
  secFetchDest: string | undefined
}): boolean {
  if (!FORM_BODIES.includes(request.bodyKind)) return false
  return !isSentByScript(request) && acceptsHtmlPage(request.accept)
}

/** Returns true when a header indicates that a script sent the request, not a form or a link. */
function isSentByScript(request: {
  requestedWith: string | undefined
  secFetchDest: string | undefined
}): boolean {
  return request.requestedWith?.toLowerCase() === 'xmlhttprequest' || request.secFetchDest === 'empty'
}

/**
 * Returns true when `Accept` names text/html with a q not below that of JSON; at equal q the first one wins. Wildcards do
 * not count.
 */
export function acceptsHtmlPage(accept: string | undefined): boolean {
  const ranges = readAccept(accept ?? '')
  const html = ranges.findIndex((range) => range.type === HTML)
  const json = ranges.findIndex((range) => range.type === JSON_TYPE)
  const htmlQ = ranges[html]?.q ?? 0
  const jsonQ = ranges[json]?.q ?? 0
  if (htmlQ === 0) return false
  return htmlQ === jsonQ ? html < json : htmlQ > jsonQ
}

/**
 * Returns true when `Accept` names text/markdown with a q not below that of text/html and JSON; at equal q the first one
 * wins. Wildcards do not count, so that a browser never gets Markdown.
 */
export function acceptsMarkdown(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes(MARKDOWN)) return false
  const ranges = readAccept(accept)
  const markdown = ranges.findIndex((range) => range.type === MARKDOWN)
  const markdownQ = ranges[markdown]?.q ?? 0
  const isBehind = [HTML, JSON_TYPE].some((type) => {
    const other = ranges.findIndex((range) => range.type === type)
    const q = ranges[other]?.q ?? 0
    return q === markdownQ ? other !== -1 && other < markdown : q > markdownQ
  })
  return markdownQ > 0 && !isBehind
}

/** Parses media ranges in order, with their weights (RFC 9110 §12.4.2); a malformed weight counts as 1. */
function readAccept(accept: string): { type: string; q: number }[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const q = weight !== undefined && /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 1
    return { type, q }
  })
}
