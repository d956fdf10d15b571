import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_API_BODY_BYTES } from '../../domain/fields.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { JSON_HEADERS, send } from '../answers.ts'
import { endUnread, openAnswersUnderWay } from '../answers-under-way.ts'
import { keyedRefusalAnswer } from '../bearer.ts'
import { offer } from '../offer.ts'
import type { HttpParts } from '../parts.ts'
import { accountRoutes } from './account.ts'
import { accountExportRoutes } from './account-export.ts'
import { API_PATH } from './api-path.ts'
import { deliveryRoutes } from './deliveries.ts'
import { destinationRoutes } from './destinations.ts'
import { letIn } from './doorkeeper.ts'
import { endpointRoutes } from './endpoints.ts'
import { exportRoutes } from './export.ts'
import { keyRoutes } from './keys.ts'
import { letterRoutes } from './letters.ts'
import { meRoutes } from './me.ts'
import { queueRoutes } from './queues.ts'
import { bodyOf, queryOf } from './read-input.ts'
import type { ApiAnswer, ApiRoute } from './route.ts'
import { sessionRoutes } from './sessions.ts'
import { stepUpRoutes } from './step-up.ts'
import { streamRoutes } from './stream.ts'
import { submissionRoutes } from './submissions.ts'
import { telemetryRoutes } from './telemetry.ts'
import { usageRoutes } from './usage.ts'

/** When somebody may ask again who waits for many answers. */
const ANSWERS_RETRY_SECONDS = 1
const LIKE_AN_ID = /^\w+$/

/** Every route of the owner API. One file for each resource. */
export function apiResources(parts: HttpParts): ApiRoute[] {
  return [
    ...meRoutes(parts),
    ...accountRoutes(parts),
    ...accountExportRoutes(parts),
    ...keyRoutes(parts),
    ...sessionRoutes(parts),
    ...stepUpRoutes(parts),
    ...endpointRoutes(parts),
    ...submissionRoutes(parts),
    ...exportRoutes(parts),
    ...usageRoutes(parts),
    ...streamRoutes(parts),
    ...destinationRoutes(parts),
    ...telemetryRoutes(parts),
    ...queueRoutes(parts),
    ...deliveryRoutes(parts),
    ...letterRoutes(parts),
  ]
}

/** Offers the owner API. No page of another site may read it: there are no CORS headers. */
export function apiRoutes(server: FastifyInstance, parts: HttpParts): void {
  const answers = openAnswersUnderWay<number>()
  const byPath = Map.groupBy(apiResources(parts), (route) => route.path)
  for (const [path, routes] of byPath) {
    const handlers = Object.fromEntries(
      routes.map((route) => [
        route.method,
        (request: FastifyRequest, reply: FastifyReply) => answerTo(request, reply, route),
      ]),
    )
    const bodyLimit = Math.max(MAX_API_BODY_BYTES, ...routes.map(({ mostBytes = 0 }) => mostBytes))
    offer(server, parts, { url: API_PATH + path, bodyLimit, handlers })
  }

  async function answerTo(request: FastifyRequest, reply: FastifyReply, route: ApiRoute) {
    const now = parts.clock.now()
    const { needs, fresh } = route
    const door = await letIn(request, parts, { needs, fresh, now })
    if (door.kind === 'refused') return sendApiRefusal(request, reply, door.refusal)
    if (!answers.begin(door.caller.accountKey, reply.raw)) {
      return sendApiRefusal(request, reply, {
        code: 'answers_limit',
        retryAfterSeconds: ANSWERS_RETRY_SECONDS,
      })
    }
    endUnread(reply.raw)
    const body = bodyOf(request)
    if (body.kind === 'refused') return sendApiRefusal(request, reply, body.refusal)
    const { caller } = door
    const asked = {
      caller,
      now,
      request,
      params: paramsOf(request),
      query: queryOf(request),
      body: body.value,
    }
    return sendAnswer(request, reply, { route, answer: await route.run(asked) })
  }

  function sendApiRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    const answer = keyedRefusalAnswer(request, refusal, { base: parts.base, html: false })
    if (answer.status !== 415) return send(reply, answer)
    return send(reply, { ...answer, headers: { ...answer.headers, 'accept-post': 'application/json' } })
  }

  function sendAnswer(
    request: FastifyRequest,
    reply: FastifyReply,
    { route, answer }: { route: ApiRoute; answer: ApiAnswer },
  ): FastifyReply {
    const { status } = route.answer
    switch (answer.kind) {
      case 'refused':
        return sendApiRefusal(request, reply, answer.refusal)
      case 'done':
        return send(reply, { status, headers: answer.headers ?? {}, body: '' })
      case 'answered':
        return send(reply, {
          status,
          headers: { ...JSON_HEADERS, ...answer.headers },
          body: JSON.stringify(answer.body),
        })
      case 'written':
        return send(reply, { status, headers: JSON_HEADERS, body: answer.json })
      case 'stream': {
        reply.code(status).headers(answer.headers)
        if (request.method !== 'HEAD') return reply.send(answer.body)
        answer.body.destroy()
        return reply.send()
      }
    }
  }
}

/** What no id of ours looks like names nothing: PostgreSQL faults at some of it, and all that share its transaction wait. */
function paramsOf(request: FastifyRequest): Record<string, string> {
  const entries = Object.entries(Object(request.params)).map(
    ([name, value]) => [name, String(value)] as const,
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, LIKE_AN_ID.test(value) ? value : '']))
}
