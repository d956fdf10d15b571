import type { FastifyRequest } from 'fastify'
import { headerOf } from './request.ts'

/**
 * Whether a button on one of our own pages sent this, or no browser at all: Fetch Metadata where the browser sends it,
 * else Origin. Browsers that send neither do not exist any more; programs do.
 */
export function isFromOurPage(request: FastifyRequest, base: string): boolean {
  const site = headerOf(request, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = headerOf(request, 'origin')
  return origin === undefined || origin === new URL(base).origin
}
