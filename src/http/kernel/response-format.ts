import { readContentType } from './body/content-type.ts'
import { acceptsHtmlPage, isSentByScript, prefersHtml } from './negotiation.ts'
import { getHeader, isDryRun, type RequestHead } from './request.ts'

/** Format of an answer, independent of its content. */
export type ResponseFormat = {
  base: string
  /** The answer is a page instead of JSON. */
  html: boolean
  /** The client is Formspree's and reads `errors[]`. */
  formspree?: boolean
  /** Refusals carry `dry_run`. */
  dryRun?: boolean
}

/** Negotiates the format of the answer: browsers that open an address or send a form get a page. */
export function negotiateFormat(request: RequestHead, base: string): Required<ResponseFormat> {
  const { accept } = request.headers
  const sender = {
    requestedWith: getHeader(request, 'x-requested-with'),
    secFetchDest: getHeader(request, 'sec-fetch-dest'),
  }
  const bodyKind = readContentType(request.headers['content-type']).kind
  const html = isSafeMethod(request)
    ? acceptsHtmlPage(accept) && !isSentByScript(sender)
    : prefersHtml({ accept, bodyKind, ...sender })
  return {
    base,
    html,
    formspree: request.headers['formspree-client'] !== undefined,
    dryRun: isDryRun(request),
  }
}

/** Returns true for GET and HEAD. */
export function isSafeMethod(request: RequestHead): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}
