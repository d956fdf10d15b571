import type { FastifyRequest } from 'fastify'
import { getHeader } from './request.ts'

/**
 * Returns true when a browser reports that a page of another site sent the request: by Fetch Metadata, or else by Origin.
 * All current browsers send one of them; programs send neither, and act on their own behalf.
 */
export function isCrossSite(request: FastifyRequest, base: string): boolean {
  const site = getHeader(request, 'sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = getHeader(request, 'origin')
  return origin !== undefined && origin !== new URL(base).origin
}

/**
 * Returns true when a browser reports that one of our pages sent the request. Required of requests with a cookie, which the
 * browser attaches whatever page caused them. Source: OWASP, "Cross-Site Request Forgery Prevention", Fetch Metadata with
 * Origin as fallback.
 */
export function isSameOrigin(request: FastifyRequest, base: string): boolean {
  const site = getHeader(request, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return getHeader(request, 'origin') === new URL(base).origin
}
