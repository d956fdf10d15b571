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
import { type PublicRoute, registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, pathParameter } from '../kernel/request.ts'
import { send } from '../kernel/respond.ts'
import { probeReader, STREAM_HEADERS } from '../kernel/streaming.ts'
import { openRateLimit } from '../limits/rate-limit.ts'
import { TELEMETRY_ID } from '../schema/parameters.ts'
import { NOTHING, queryOf, readInput } from '../schema/read-input.ts'
import {
  EventPage,
  EventProps,
  EventStats,
  EventsQuery,
  EXAMPLE_EVENT,
  EXAMPLE_PROPS,
  EXAMPLE_STATS,
  openEventReading,
  PropsQuery,
  StatsQuery,
} from './protocols/event-reading.ts'
import { jsonAnswer } from './protocols/protocol.ts'

const WAY_IN =
  'Reading requires the read key of the endpoint or an API key of its owner. Send `Authorization: Bearer tk_…`.'
/** Declares what all reading routes share. */
const READING = {
  description:
    'With `Authorization: Bearer tk_…`, the read key of the endpoint, or a key of the account that owns it.',
  tag: 'events',
  security: [{ readKey: [] }, { key: ['read'] }],
  parameters: [TELEMETRY_ID],
  refuses: ['value_invalid', 'key_invalid', 'scope_missing', 'endpoint_not_found', 'event_rate'],
} as const
const TOO_MANY: Refusal = { code: 'event_rate', retryAfterSeconds: 1 }

type Answered = { kind: 'answered'; body: unknown } | { kind: 'refused'; refusal: Refusal }

/** What programs read below `/t/{id}`: by the read key of the endpoint, or by a key of the account that owns it. */
export function telemetryReadingRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base, eventStreams } = deps
  const reading = openEventReading(actions)
  const answers = createPendingResponses<string>()

  function offerReading<Query extends z.ZodObject>(
    path: string,
    declared: Pick<PublicRoute, 'operationId' | 'summary' | 'answers'> & { query: Query },
    read: (endpointId: string, query: z.output<Query>, now: Date) => Promise<Answered>,
  ): void {
    registerRoute(server, {
      url: `/t/:id${path}`,
      handlers: {
        GET: {
          ...READING,
          ...declared,
          async handle(request, reply) {
            const now = clock.now()
            const may = await enter(request, now)
            if (may.kind === 'refused') return refuse(request, reply, may.refusal)
            if (!answers.begin(pathParameter(request, 'id'), reply.raw)) {
              return refuse(request, reply, TOO_MANY)
            }
            closeStalled(reply.raw)
            const query = readInput(declared.query, queryOf(request))
            if (query.kind === 'refused') return refuse(request, reply, query.refusal)
            const answer = await read(pathParameter(request, 'id'), query.value, now)
            if (answer.kind === 'refused') return refuse(request, reply, answer.refusal)
            return send(reply, jsonAnswer(200, answer.body))
          },
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

  offerReading(
    '/events',
    {
      operationId: 'listEvents',
      summary: 'List events, the last received first.',
      query: EventsQuery,
      answers: {
        200: {
          description: 'A page of events.',
          schema: EventPage,
          example: { data: [EXAMPLE_EVENT], next_cursor: null },
        },
      },
    },
    reading.events,
  )
  offerReading(
    '/stats',
    {
      operationId: 'countEvents',
      summary: 'Count the events of each name in each hour or day.',
      query: StatsQuery,
      answers: { 200: { description: 'The counts.', schema: EventStats, example: EXAMPLE_STATS } },
    },
    reading.stats,
  )
  offerReading(
    '/props',
    {
      operationId: 'breakDownEvents',
      summary: 'Break events down by their props and values.',
      query: PropsQuery,
      answers: {
        200: { description: 'Props, the most frequent first.', schema: EventProps, example: EXAMPLE_PROPS },
      },
    },
    reading.props,
  )
  registerRoute(server, {
    url: '/t/:id/stream',
    handlers: {
      GET: {
        ...READING,
        operationId: 'followEvents',
        summary: 'Follow events as they arrive: server-sent events.',
        answers: { 200: { description: 'Events, without an end.', media: ['text/event-stream'] } },
        refuses: [...READING.refuses, 'stream_limit'],
        handle: follow,
      },
      OPTIONS: answerPreflight,
    },
  })
}
