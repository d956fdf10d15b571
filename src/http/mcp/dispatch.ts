import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Refusal } from '../../domain/refusal.ts'
import { MAX_HEADER_BYTES } from '../../domain/submissions/fields.ts'
import type { HttpDeps } from '../deps.ts'
import { answerTo } from '../kernel/refusals.ts'
import { getClientAddress } from '../kernel/request.ts'
import type { McpCaller } from './caller.ts'

/** A call to a route of this service. */
export type RestCall = {
  method: 'GET' | 'POST' | 'PATCH'
  /** The path. Ids in it must have been validated: dots would lead to another route. */
  path: string
  query?: Readonly<Record<string, string | number | undefined>>
  body?: object
  idempotencyKey?: string | undefined
  /** `anyone`: without the key of the caller. */
  as: 'caller' | 'anyone'
}

export type RestAnswer = {
  status: number
  /** Seconds after which the same call succeeds; null where waiting does not help. */
  retryAfterSeconds: number | null
  replayed: boolean
  text: string
}

export type Dispatch = (call: RestCall) => Promise<RestAnswer>

const TOO_LONG: Refusal = {
  code: 'value_invalid',
  message: `The arguments are longer than ${MAX_HEADER_BYTES / 1024} KiB together. Shorten them.`,
}

/**
 * Creates the function by which tools call routes of this service, through every check that a request from outside passes.
 * A call has the key and the address of the client that called the tool, and nothing else of its request: no cookie, and no
 * header that a proxy sends.
 */
export function createDispatch(
  server: FastifyInstance,
  { deps, request, caller }: { deps: HttpDeps; request: FastifyRequest; caller: McpCaller },
): Dispatch {
  const remoteAddress = getClientAddress(request, deps.trusts)
  const { host } = new URL(deps.base)
  return async function dispatch({ method, path, query = {}, body, idempotencyKey, as }) {
    // The router takes no calls from inside while it stops.
    if (deps.closing.aborted) return refuse({ code: 'store_busy' }, request.id)
    const url = path + toQuery(query)
    // From outside it could not be as long, and reading it would take a third of a second.
    if (url.length > MAX_HEADER_BYTES) return refuse(TOO_LONG, request.id)
    const answer = await server.inject({
      method,
      url,
      remoteAddress,
      headers: {
        host,
        accept: 'application/json',
        ...(as === 'caller' && caller.kind !== 'anyone' ? { authorization: `Bearer ${caller.apiKey}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const wait = answer.headers['retry-after']
    return {
      status: answer.statusCode,
      retryAfterSeconds: wait === undefined ? null : Number(wait),
      replayed: answer.headers['idempotent-replayed'] !== undefined,
      text: answer.payload,
    }
  }
}

function refuse(refusal: Refusal, requestId: string): RestAnswer {
  const { body, ...answer } = answerTo(refusal, requestId)
  return { ...answer, replayed: false, text: JSON.stringify(body) }
}

function toQuery(query: NonNullable<RestCall['query']>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}
