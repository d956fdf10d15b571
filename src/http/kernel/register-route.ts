import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { HttpDeps } from '../deps.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * Registers the handlers of an address by method, and HEAD wherever GET is. Every other method is answered by
 * `refuseOtherMethods`.
 *
 * @param address.bodyLimit bytes; the framework answers more with 413
 */
export function registerRoute(
  server: FastifyInstance,
  _deps: Pick<HttpDeps, 'base'>,
  address: {
    url: string
    handlers: Partial<Record<'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>>
    bodyLimit?: number
  },
): void {
  const { url, handlers, bodyLimit } = address
  // HEAD runs the handler of GET and the framework drops the body, unless the address has its own.
  const offered = handlers.GET ? { HEAD: handlers.GET, ...handlers } : handlers
  for (const [method, handler] of Object.entries(offered)) {
    server.route({ method: method as HTTPMethods, url, handler, ...(bodyLimit ? { bodyLimit } : {}) })
  }
}
