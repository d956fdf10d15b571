import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { sendRefusal } from './respond.ts'
import { negotiateFormat } from './response-format.ts'

/** Methods that an address may support, in the order of Allow. */
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']
/** RFC 9112 §3.2.2: a request target may name the host as well. */
const SCHEME_AND_HOST = /^https?:\/\/.*?\//

type Address = { url: string; pattern: RegExp; methods: Set<HTTPMethods> }

/**
 * Answers a method that an address does not support with 405 and Allow, before the body is read. The router knows only
 * supported methods; a request that it cannot route is looked up here by path.
 *
 * Call it before the first route, and `shield` after the last.
 *
 * @returns shield registers a 405 where the router would fall back from a literal address to a pattern:
 * `GET /t/new` must not reach `GET /t/:id`
 */
export function refuseOtherMethods(server: FastifyInstance, base: string): { shield(): void } {
  const addresses = new Map<string, Address>()
  let collecting = true
  server.addHook('onRoute', ({ url, method }) => {
    if (!collecting) return
    const address = addresses.get(url) ?? { url, pattern: toPattern(url), methods: new Set() }
    for (const one of [method].flat()) address.methods.add(one as HTTPMethods)
    addresses.set(url, address)
  })

  function refuse(request: FastifyRequest, reply: FastifyReply, { methods }: Address): FastifyReply {
    const allowed = METHODS.filter((method) => methods.has(method)).join(', ')
    reply.header('allow', allowed)
    const format = negotiateFormat(request, base)
    // Most agents do not see headers.
    const message = format.markdown ? { message: `This address does not support GET, but ${allowed}.` } : {}
    return sendRefusal(request, reply, { code: 'method_not_allowed', ...message }, format)
  }

  server.addHook('onRequest', (request, reply, done) => {
    const address = request.is404 ? findAddress(addresses, request.url) : undefined
    if (address) refuse(request, reply, address)
    else done()
  })

  return {
    shield() {
      collecting = false
      for (const address of addresses.values()) {
        for (const method of listWiderMethods(addresses, address).difference(address.methods)) {
          server.route({
            method,
            url: address.url,
            handler: () => {},
            onRequest: (request, reply) => void refuse(request, reply, address),
          })
        }
      }
    },
  }
}

/** Finds the address of a path; with the fewest parameters and the longest text, as in the router, when several match. */
function findAddress(addresses: ReadonlyMap<string, Address>, target: string): Address | undefined {
  const path = decodeURI(target.replace(SCHEME_AND_HOST, '/').replace(/[?#].*$/, ''))
  const literal = addresses.get(path)
  if (literal) return literal
  const matching = [...addresses.values()].filter(({ pattern }) => pattern.test(path))
  return matching.toSorted(
    (one, other) => countParameters(one) - countParameters(other) || other.url.length - one.url.length,
  )[0]
}

function countParameters({ url }: Address): number {
  return url.match(/[:*]/g)?.length ?? 0
}

/** Returns the methods of all patterns that also match this address. */
function listWiderMethods(addresses: ReadonlyMap<string, Address>, address: Address): Set<HTTPMethods> {
  const wider = [...addresses.values()].filter(
    ({ url, pattern }) => url !== address.url && pattern.test(address.url),
  )
  return new Set(wider.flatMap(({ methods }) => [...methods]))
}

/** A parameter matches one segment, even an empty one, as in the router; a `*` at the end matches everything. */
function toPattern(url: string): RegExp {
  const wildcard = url.endsWith('*')
  const source = url.replace(/\*$/, '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]*')
  return new RegExp(`^${source}${wildcard ? '' : '$'}`)
}
