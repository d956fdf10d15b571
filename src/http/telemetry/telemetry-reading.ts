import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import { READING_RATE_FACTOR } from '../../domain/telemetry/event.ts'
import type { HttpDeps } from '../deps.ts'
import { sendAnswer } from '../kernel/api-route.ts'
import { keyedRefusalAnswer, parseBearer } from '../kernel/bearer.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { createPendingResponses, type PendingResponses } from '../kernel/pending-responses.ts'
import { type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, pathParameter } from '../kernel/request.ts'
import { send } from '../kernel/respond.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { TELEMETRY_ID } from '../schema/parameters.ts'
import { parseQuery, readInput } from '../schema/read-input.ts'
import type { EventRead } from './event-read.ts'
import { createEventReads } from './event-reading.ts'

const KEY_INVALID_MESSAGE =
  'Reading requires the read key of the endpoint or an API key of its owner. Send `Authorization: Bearer tk_…`.'
const TOO_MANY_READS: Refusal = { code: 'event_rate', retryAfterSeconds: 1 }

/** Declares the parts that all reading routes share. */
const COMMON = {
  description:
    'With `Authorization: Bearer tk_…`, the read key of the endpoint, or a key of the account that owns it.',
  tag: 'events',
  security: [{ readKey: [] }, { key: ['read'] }],
  parameters: [TELEMETRY_ID],
  refuses: ['value_invalid', 'endpoint_not_found', 'event_rate'],
} as const

/** Authorizes requests by the read key of the endpoint, or by a key of the account that owns it. */
type ReadAccess = {
  /** Applies the rate limit before anything is looked up, so that keys cannot be guessed quickly; then checks the key. */
  check(request: FastifyRequest, now: Date): Promise<{ kind: 'may' } | Refused>
  /** Checks the key alone. */
  checkKey(request: FastifyRequest, now: Date): Promise<{ kind: 'may' } | Refused>
}

type Context = { deps: HttpDeps; access: ReadAccess; pending: PendingResponses<string> }

/** Registers the routes below `/t/{id}` by which programs read events. */
export function registerEventReading(server: FastifyInstance, deps: HttpDeps): void {
  const context = { deps, access: createReadAccess(deps), pending: createPendingResponses<string>() }
  for (const read of createEventReads(deps)) registerReading(server, context, read)
}

function createReadAccess(deps: HttpDeps): ReadAccess {
  const rateLimit = createRateLimit(toSubmitRate(deps.submitPerMinute, READING_RATE_FACTOR))
  function checkKey(request: FastifyRequest, now: Date) {
    const secret = parseBearer(request) ?? ''
    return deps.actions.checkReadAccess({ endpointId: pathParameter(request, 'id'), secret, now })
  }
  return {
    checkKey,
    async check(request, now) {
      const client = addressBucket(getClientAddress(request, deps.trusts))
      const wait = rateLimit.take({ client, subject: pathParameter(request, 'id'), now })
      if (wait === 0) return checkKey(request, now)
      return { kind: 'refused', refusal: { code: 'event_rate', retryAfterSeconds: wait } }
    },
  }
}

function registerReading(
  server: FastifyInstance,
  { deps, access, pending }: Context,
  { path, operationId, summary, query: schema, answer: described, refuses = [], read }: EventRead,
): void {
  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = deps.clock.now()
    const endpointId = pathParameter(request, 'id')
    const granted = await access.check(request, now)
    if (granted.kind === 'refused') return refuse(deps, request, { reply, refusal: granted.refusal })
    // Streams have a limit of their own.
    if (!described.media && !pending.begin(endpointId, reply.raw)) {
      return refuse(deps, request, { reply, refusal: TOO_MANY_READS })
    }
    const query = readInput(schema, parseQuery(request))
    if (query.kind === 'refused') return refuse(deps, request, { reply, refusal: query.refusal })
    const hasAccess = async () => (await access.checkKey(request, deps.clock.now())).kind === 'may'
    const answer = await read({ endpointId, query: query.value, now, request, hasAccess })
    if (answer.kind === 'refused') return refuse(deps, request, { reply, refusal: answer.refusal })
    return sendAnswer(request, reply, { status: 200, answer })
  }
  const operation: PublicOperation = {
    ...COMMON,
    operationId,
    summary,
    query: schema,
    answers: { 200: described },
    refuses: [...COMMON.refuses, ...refuses],
  }
  registerRoute(server, {
    url: `/t/:id${path}`,
    handlers: { GET: { ...operation, handle }, OPTIONS: answerPreflight },
  })
}

function refuse(
  { base }: HttpDeps,
  request: FastifyRequest,
  { reply, refusal }: { reply: FastifyReply; refusal: Refusal },
): FastifyReply {
  const described = refusal.code === 'key_invalid' ? { ...refusal, message: KEY_INVALID_MESSAGE } : refusal
  return send(reply, keyedRefusalAnswer(request, described, { base, html: false }))
}
