import { readContentType } from './body/content-type.ts'
import { acceptsHtmlPage, isSentByScript, prefersHtml } from './negotiation.ts'
import { getHeader, isDryRun, type RequestHead } from './request.ts'

/** What shapes an answer besides its content. */
export type ResponseFormat = {
  base: string
  /** The visitor's browser gets a page to read instead of JSON. */
  html: boolean
  /** A Formspree client: it reads `errors[]`. */
  formspree?: boolean
  /** A dry run: its refusals say so. */
  dryRun?: boolean
}

/** The manner that the request asks for: whoever opens an address gets a page, and so does whoever sends a form. */
export function negotiateFormat(request: RequestHead, base: string): Required<ResponseFormat> {
  const { accept } = request.headers
  const sender = {
    requestedWith: getHeader(request, 'x-requested-with'),
    secFetchDest: getHeader(request, 'sec-fetch-dest'),
  }
  const bodyKind = readContentType(request.headers['content-type']).kind
  const html = isAskedFor(request)
    ? acceptsHtmlPage(accept) && !isSentByScript(sender)
    : prefersHtml({ accept, bodyKind, ...sender })
  return {
    base,
    html,
    formspree: request.headers['formspree-client'] !== undefined,
    dryRun: isDryRun(request),
  }
}

/** Whether the address itself is asked for, and nothing is sent to it. */
export function isAskedFor(request: RequestHead): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}
