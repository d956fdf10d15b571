import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { sendRefusal } from './answers.ts'
import type { HttpParts } from './parts.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** The methods that an address may offer, and those it turns away by name. */
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Offers an address: its handlers by method, HEAD wherever GET is, and 405 with Allow for every other method.
 *
 * @param options.bodyLimit bytes; the framework answers more with 413
 */
export function offer(
  server: FastifyInstance,
  parts: Pick<HttpParts, 'base'>,
  address: {
    url: string
    handlers: Partial<Record<'GET' | 'HEAD' | 'POST' | 'OPTIONS', Handler>>
    bodyLimit?: number
  },
): void {
  const { url, handlers } = address
  const offered: Partial<Record<HTTPMethods, Handler>> = { ...handlers }
  // HEAD runs the handler of GET and the framework drops the body, unless the address has its own.
  if (handlers.GET && !handlers.HEAD) offered.HEAD = handlers.GET
  const allow = METHODS.filter((method) => offered[method]).join(', ')
  for (const method of METHODS) {
    const handler =
      offered[method] ??
      ((request: FastifyRequest, reply: FastifyReply) => {
        reply.header('allow', allow)
        return sendRefusal(request, reply, { code: 'method_not_allowed' }, { base: parts.base, html: false })
      })
    server.route({ method, url, handler, ...(address.bodyLimit ? { bodyLimit: address.bodyLimit } : {}) })
  }
}
