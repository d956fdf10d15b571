import { METHODS as NODE_METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { HttpDeps } from '../deps.ts'
import { sendRefusal } from './respond.ts'
import { negotiateFormat } from './response-format.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown

/** The methods that an address may offer, in the order of Allow. */
const OFFERED: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']
/** All that can arrive; CONNECT never reaches a route. */
const METHODS = NODE_METHODS.filter((method) => method !== 'CONNECT')

/** Lets the framework take every method, so that an address can turn those away that it does not offer. */
export function acceptEveryMethod(server: FastifyInstance): void {
  for (const method of METHODS) {
    if (!server.supportedMethods.includes(method)) server.addHttpMethod(method, { hasBody: true })
  }
}

/**
 * Offers an address: its handlers by method, HEAD wherever GET is, and 405 with Allow for every other method.
 *
 * @param options.bodyLimit bytes; the framework answers more with 413
 */
export function registerRoute(
  server: FastifyInstance,
  deps: Pick<HttpDeps, 'base'>,
  address: {
    url: string
    handlers: Partial<Record<'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>>
    bodyLimit?: number
  },
): void {
  const { url, handlers } = address
  const offered: Partial<Record<HTTPMethods, Handler>> = { ...handlers }
  // HEAD runs the handler of GET and the framework drops the body, unless the address has its own.
  if (handlers.GET && !handlers.HEAD) offered.HEAD = handlers.GET
  const allow = OFFERED.filter((method) => offered[method]).join(', ')
  const turnAway = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allow)
    return sendRefusal(request, reply, { code: 'method_not_allowed' }, negotiateFormat(request, deps.base))
  }
  const limits = address.bodyLimit ? { bodyLimit: address.bodyLimit } : {}
  for (const method of METHODS) {
    const handler = offered[method as HTTPMethods]
    if (handler) server.route({ method, url, handler, ...limits })
    // Before the body is looked at, which is nobody's.
    else
      server.route({
        method,
        url,
        handler: turnAway,
        onRequest: async (request, reply) => turnAway(request, reply),
      })
  }
}
