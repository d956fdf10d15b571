import type { FastifyRequest } from 'fastify'
import { getHeader } from './request.ts'

/**
 * Whether a browser says that a page of another site sent this: by Fetch Metadata where it sends that, else by
 * Origin. Browsers that send neither do not exist any more; programs do, and they act for themselves.
 */
export function isSentFromElsewhere(request: FastifyRequest, base: string): boolean {
  const site = getHeader(request, 'sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = getHeader(request, 'origin')
  return origin !== undefined && origin !== new URL(base).origin
}

/**
 * Whether a browser says that a page of ours sent this, which whoever acts by a cookie must show: the cookie comes along
 * whoever made the browser send it. Source: OWASP, "Cross-Site Request Forgery Prevention", Fetch Metadata with Origin as
 * fallback.
 */
export function isSentFromHere(request: FastifyRequest, base: string): boolean {
  const site = getHeader(request, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return getHeader(request, 'origin') === new URL(base).origin
}
