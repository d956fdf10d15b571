import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../../domain/refusal.ts'
import { MAX_MCP_BODY_BYTES } from '../../domain/submissions/fields.ts'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import { loadLater } from '../../runtime/load-later.ts'
import type { HttpDeps } from '../deps.ts'
import { keyedRefusalAnswer } from '../kernel/bearer.ts'
import { isLoopback } from '../kernel/client-address.ts'
import { MCP_PATH } from '../kernel/paths.ts'
import { createPendingResponses } from '../kernel/pending-responses.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getHeader } from '../kernel/request.ts'
import { send } from '../kernel/respond.ts'
import { isCrossSite } from '../kernel/same-origin.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { checkKeyForm, findMcpCaller, toCredential, toReader } from './caller.ts'

/** Multiple of the submit rate for requests with one key or from one address: a session begins with several. */
export const MCP_RATE_FACTOR = 20
/** Length of an answer that does not fit into the buffers of a connection, and stays in memory until it is read. */
const LARGE_ANSWER_LENGTH = 64 * 1024
/** Name by which the large answers to all callers without a key are counted together: many addresses are easy to get. */
const LARGE_ANSWERS = 'large answers'
const TOO_MANY_ANSWERS: Refusal = { code: 'answers_limit', retryAfterSeconds: 1 }

/** The protocol and the tools load after the first answers of the service. */
const loadAnswer = loadLater(() => import('./answer.ts'))

/**
 * Registers `POST /mcp`, by which language models use the service. Checks the origin, the host and the key of a request;
 * the rest is up to the protocol (`answer.ts`) and to the routes that the tools call.
 */
export function registerMcp(server: FastifyInstance, deps: HttpDeps): void {
  const { base, clock } = deps
  const pending = createPendingResponses<string>()
  const rate = createRateLimit(toSubmitRate(deps.submitPerMinute, MCP_RATE_FACTOR))

  function checkBeforeBody(request: FastifyRequest): Refusal | null {
    if (isForeign(request, base)) return { code: 'mcp_origin' }
    const refusal = checkKeyForm(request, deps)
    if (refusal) return refusal
    const retryAfterSeconds = rate.take({ client: toCredential(request, deps), now: clock.now() })
    return retryAfterSeconds > 0 ? { code: 'call_rate', retryAfterSeconds } : null
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    return send(reply, keyedRefusalAnswer(request, refusal, { base, html: false }))
  }

  registerRoute(server, {
    url: MCP_PATH,
    bodyLimit: MAX_MCP_BODY_BYTES,
    refuseEarly(request, reply) {
      const refusal = checkBeforeBody(request)
      if (refusal) refuse(request, reply, refusal)
      return refusal !== null
    },
    handlers: {
      async POST(request, reply) {
        const found = await findMcpCaller(request, deps)
        if (found.kind === 'refused') return refuse(request, reply, found.refusal)
        const { caller } = found
        if (!pending.begin(toReader(caller, request, deps), reply.raw))
          return refuse(request, reply, TOO_MANY_ANSWERS)
        const { answerMcp } = await loadAnswer()
        const answer = await answerMcp({ server, deps, request, reply, caller })
        const isLarge = caller.kind === 'anyone' && answer.body.length > LARGE_ANSWER_LENGTH
        if (isLarge && !pending.begin(LARGE_ANSWERS, reply.raw))
          return refuse(request, reply, TOO_MANY_ANSWERS)
        return send(reply, answer)
      },
    },
  })
}

/**
 * Returns true for a request from a page of another site, or to a host that is not ours. A page whose host name has been
 * rebound to this machine has our address and its own origin and Host (MCP specification, "Security Warning" of the
 * Streamable HTTP transport).
 */
function isForeign(request: FastifyRequest, base: string): boolean {
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
