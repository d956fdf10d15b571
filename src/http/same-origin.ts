import type { FastifyRequest } from 'fastify'
import { headerOf } from './request.ts'

/**
 * Whether a browser says that a page of another site sent this: by Fetch Metadata where it sends that, else by
 * Origin. Browsers that send neither do not exist any more; programs do, and they act for themselves.
 */
export function isSentFromElsewhere(request: FastifyRequest, base: string): boolean {
  const site = headerOf(request, 'sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = headerOf(request, 'origin')
  return origin !== undefined && origin !== new URL(base).origin
}
