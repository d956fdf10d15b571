import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { STREAM_LIMIT_RETRY_SECONDS } from '../../domain/accounts/stream.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { READING_RATE_FACTOR, SUBMIT_BURST } from '../../domain/submissions/submit-rate.ts'
import type { HttpDeps } from '../deps.ts'
import { keyedRefusalAnswer, parseBearer } from '../kernel/bearer.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { answerPreflight } from '../kernel/cors.ts'
import { closeStalled, createPendingResponses } from '../kernel/pending-responses.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, pathParameter } from '../kernel/request.ts'
import { send } from '../kernel/respond.ts'
import { probeReader, STREAM_HEADERS } from '../kernel/stream-answer.ts'
import { openRateLimit } from '../limits/rate-limit.ts'
import { NOTHING, queryOf, readInput } from '../schema/read-input.ts'
import { EventsQuery, openEventReading, PropsQuery, StatsQuery } from './protocols/event-reading.ts'
import { jsonAnswer } from './protocols/protocol.ts'

const WAY_IN =
  'Reading requires the read key of the endpoint or an API key of its owner. Send `Authorization: Bearer tk_…`.'
const TOO_MANY: Refusal = { code: 'event_rate', retryAfterSeconds: 1 }

type Answered = { kind: 'answered'; body: unknown } | { kind: 'refused'; refusal: Refusal }

/** What programs read below `/t/{id}`: by the read key of the endpoint, or by a key of the account that owns it. */
export function telemetryReadingRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base, eventStreams } = deps
  const reading = openEventReading(actions)
  const answers = createPendingResponses<string>()

  function offerReading<Query extends z.ZodType>(
    path: string,
    schema: Query,
    read: (endpointId: string, query: z.output<Query>, now: Date) => Promise<Answered>,
  ): void {
    registerRoute(server, deps, {
      url: `/t/:id${path}`,
      handlers: {
        async GET(request, reply) {
          const now = clock.now()
          const may = await enter(request, now)
          if (may.kind === 'refused') return refuse(request, reply, may.refusal)
          if (!answers.begin(pathParameter(request, 'id'), reply.raw)) return refuse(request, reply, TOO_MANY)
          closeStalled(reply.raw)
          const query = readInput(schema, queryOf(request))
          if (query.kind === 'refused') return refuse(request, reply, query.refusal)
          const answer = await read(pathParameter(request, 'id'), query.value, now)
          if (answer.kind === 'refused') return refuse(request, reply, answer.refusal)
          return send(reply, jsonAnswer(200, answer.body))
        },
        OPTIONS: answerPreflight,
      },
    })
  }

  const rate = openRateLimit({
    burst: SUBMIT_BURST * READING_RATE_FACTOR,
    perMinute: deps.submitPerMinute * READING_RATE_FACTOR,
  })

  /** Before anything is looked up: the one who guesses keys, and the one who asks for much. */
  async function enter(request: FastifyRequest, now: Date) {
    const address = addressBucket(getClientAddress(request, deps.trusts))
    const wait = rate.take({ address, formId: pathParameter(request, 'id'), now })
    if (wait === 0) return letIn(request, now)
    const refusal: Refusal = { code: 'event_rate', retryAfterSeconds: wait }
    return { kind: 'refused', refusal } as const
  }

  function letIn(request: FastifyRequest, now: Date) {
    const secret = parseBearer(request) ?? ''
    return actions.mayRead({ endpointId: pathParameter(request, 'id'), secret, now })
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    const said = refusal.code === 'key_invalid' ? { ...refusal, message: WAY_IN } : refusal
    return send(reply, keyedRefusalAnswer(request, said, { base, html: false }))
  }

  async function follow(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const may = await enter(request, clock.now())
    if (may.kind === 'refused') return refuse(request, reply, may.refusal)
    const query = readInput(NOTHING, queryOf(request))
    if (query.kind === 'refused') return refuse(request, reply, query.refusal)
    const stillMay = async () => (await letIn(request, clock.now())).kind === 'may'
    const body = await eventStreams.open(pathParameter(request, 'id'), stillMay)
    if (!body)
      return refuse(request, reply, { code: 'stream_limit', retryAfterSeconds: STREAM_LIMIT_RETRY_SECONDS })
    probeReader(request)
    closeStalled(reply.raw)
    reply.headers(STREAM_HEADERS)
    if (request.method !== 'HEAD') return reply.send(body)
    body.destroy()
    return reply.send()
  }

  offerReading('/events', EventsQuery, reading.events)
  offerReading('/stats', StatsQuery, reading.stats)
  offerReading('/props', PropsQuery, reading.props)
  registerRoute(server, deps, { url: '/t/:id/stream', handlers: { GET: follow, OPTIONS: answerPreflight } })
}
