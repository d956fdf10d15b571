import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../kernel/client-address.ts'
import { getHeader } from '../kernel/request.ts'
import { isCrossSite } from '../kernel/same-origin.ts'

/**
 * Returns true for a request from a page of another site, or to a host that is not ours. A page whose host name has been
 * rebound to this machine has our address and its own origin and Host (MCP specification, "Security Warning" of the
 * Streamable HTTP transport).
 */
export function isForeign(request: FastifyRequest, base: string): boolean {
  const { origin: ours, hostname } = new URL(base)
  const origin = getHeader(request, 'origin')
  if (isCrossSite(request, base) || (origin !== undefined && origin !== ours)) return true
  const host = parseHost(request.headers.host)
  return host === null || !(host === hostname || host === 'localhost' || isLoopback(host))
}

function parseHost(host: string | undefined): string | null {
  const url = `http://${host ?? ''}`
  return URL.canParse(url) ? new URL(url).hostname : null
}
