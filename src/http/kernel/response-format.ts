import { type BodyKind, readContentType } from './body/content-type.ts'
import { getHeader, isDryRun, type RequestHead } from './request.ts'

const HTML = 'text/html'
const JSON_TYPE = 'application/json'
const MARKDOWN = 'text/markdown'
/** User agents of apps that use Apple's URLSession. */
const URL_SESSION = /CFNetwork/
/** Paths of forms, and of receipts, which libraries are redirected to. */
const FORM_PATH = /^\/[fr]\//
const FORM_BODIES: readonly BodyKind[] = ['urlencoded', 'multipart', 'text']

/** Ids of frames are names that people choose. */
const MAX_FRAME_ID_LENGTH = 200
/** Headers that htmx, Turbo and Unpoly send with every request. */
const LIBRARY_HEADERS = ['hx-request', 'x-turbo-request-id', 'x-up-version'] as const

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

/** HTML that a library puts into its page: content alone, or inside the Turbo frame with this id. */
export type Fragment = { frameId: string | null }

/**
 * Negotiates the format of the answer: browsers that open an address or send a form get a page, agents that open one and
 * name Markdown get that.
 */
export function negotiateFormat(request: RequestHead, base: string): Required<ResponseFormat> {
  return {
    base,
    html: prefersHtml(request),
    markdown: isSafeMethod(request) && acceptsMarkdown(request.headers.accept),
    formspree: request.headers['formspree-client'] !== undefined,
    dryRun: isDryRun(request),
  }
}

/** Returns true for GET and HEAD. */
export function isSafeMethod({ method }: Pick<RequestHead, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Returns true when a page answers the request: `Accept` ranks text/html at least as high as JSON, or it names neither and a
 * browser, or Unpoly or htmx for it, sent the request. A body must be in one of the three formats of HTML forms. Scripts get pages
 * only from forms, which libraries send for the browser; elsewhere a page would be of no use to them.
 */
export function prefersHtml(request: Pick<RequestHead, 'method' | 'url' | 'headers'>): boolean {
  return prefersPage(request) && (isSafeMethod(request) || isFormBody(request))
}

function prefersPage(request: Pick<RequestHead, 'url' | 'headers'>): boolean {
  const { headers } = request
  switch (readPreference(headers.accept)) {
    case 'html':
      return FORM_PATH.test(request.url) || !isScript(headers)
    case 'none':
      return isBrowser(headers) || headers['x-up-version'] !== undefined || isFormOfHtmx(request)
    case 'other':
      return false
  }
}

function isFormBody({ headers }: Pick<RequestHead, 'headers'>): boolean {
  return FORM_BODIES.includes(readContentType(headers['content-type']).kind)
}

function isScript(headers: RequestHead['headers']): boolean {
  return headers['sec-fetch-dest'] === 'empty' || isXhr(headers)
}

/**
 * Returns true for a page that a browser opens or a form that it sends, not a script. Text browsers accept anything, without
 * a Sec-Fetch header or an Origin; so do programs, but they name neither the page they come from nor the user's language.
 */
function isBrowser(headers: RequestHead['headers']): boolean {
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  if (headers['sec-fetch-dest'] !== undefined || headers.origin !== undefined) return false
  if (isXhr(headers)) return false
  const language = headers['accept-language']
  if (headers.referer === undefined && language === undefined) return false
  // Runtimes outside of browsers send `*`; Apple's URLSession sends the language of the device.
  return headers.referer !== undefined || (language !== '*' && !URL_SESSION.test(headers['user-agent'] ?? ''))
}

function isXhr(headers: RequestHead['headers']): boolean {
  return String(headers['x-requested-with'] ?? '').toLowerCase() === 'xmlhttprequest'
}

/**
 * Returns true when `Accept` names text/html with a q not below that of JSON; at equal q the first one wins. Wildcards do
 * not count.
 */
export function acceptsHtmlPage(accept: string | undefined): boolean {
  return readPreference(accept) === 'html'
}

/** Returns what `Accept` prefers: `none` when it names no format of ours and allows HTML. */
function readPreference(accept: string | undefined): 'html' | 'other' | 'none' {
  // Most programs send one of these two.
  if (accept === undefined || accept === '*/*') return 'none'
  const ranges = readAccept(accept)
  const html = ranges.findIndex((range) => range.type === HTML)
  const json = ranges.findIndex((range) => range.type === JSON_TYPE)
  if (html === -1 && json === -1) {
    const isOpen = ranges.some(isWildcard) && !ranges.some(({ type }) => type === MARKDOWN)
    return isOpen ? 'none' : 'other'
  }
  const htmlQ = ranges[html]?.q ?? 0
  const jsonQ = ranges[json]?.q ?? 0
  if (htmlQ === 0) return 'other'
  const isHtmlFirst = htmlQ === jsonQ ? html < json : htmlQ > jsonQ
  return isHtmlFirst ? 'html' : 'other'
}

function isWildcard({ type, q }: { type: string; q: number }): boolean {
  return (type === '*/*' || type === 'text/*') && q > 0
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

/**
 * Returns true when a script of the page sent the form and will show the answer. It cannot follow a redirect to another site:
 * the browser would report a network error after the submission was stored.
 */
export function isSentByScript({ headers }: Pick<RequestHead, 'headers'>): boolean {
  return headers['sec-fetch-dest'] === 'empty' || LIBRARY_HEADERS.some((name) => headers[name] !== undefined)
}

/** Returns true for a form that htmx sends: version 2 accepts anything. */
function isFormOfHtmx({ url, headers }: Pick<RequestHead, 'url' | 'headers'>): boolean {
  return headers['hx-request'] === 'true' && FORM_PATH.test(url)
}

/** Returns true when htmx swaps the answer into a part of the page (htmx.org, "HX-Request-Type"; htmx 2 does not send it). */
export function isSwappedByHtmx({ headers }: Pick<RequestHead, 'headers'>): boolean {
  return (
    headers['hx-request'] === 'true' &&
    headers['hx-boosted'] === undefined &&
    headers['hx-request-type'] !== 'full'
  )
}

/** Returns the part of the page that the answer is for; null when the library shows a whole page, as browsers do. */
export function findFragment(request: Pick<RequestHead, 'headers'>): Fragment | null {
  if (isSwappedByHtmx(request)) return { frameId: null }
  const frameId = getHeader(request, 'turbo-frame')
  return frameId && frameId.length <= MAX_FRAME_ID_LENGTH ? { frameId } : null
}
