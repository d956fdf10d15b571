import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccessDemand } from '../domain/accounts/scope.ts'
import { CONFIRMATIONS_PER_ACCOUNT } from '../domain/destinations/email-destination.ts'
import type { Refusal } from '../domain/refusal.ts'
import { MAX_API_BODY_BYTES } from '../domain/submissions/fields.ts'
import { checkReach, checkSuspended, getDemand } from './accounts/access.ts'
import { accountRoutes } from './accounts/account.ts'
import { accountExportRoutes } from './accounts/account-export.ts'
import { auditRoutes } from './accounts/audit.ts'
import { cannedAnswerRoutes } from './accounts/canned-answers.ts'
import { emailKeyRoutes } from './accounts/email-key.ts'
import { handOverRoutes } from './accounts/hand-over.ts'
import { keyRoutes } from './accounts/keys.ts'
import { learnedWordsRoutes } from './accounts/learned-words.ts'
import { meRoutes } from './accounts/me.ts'
import { memberRoutes } from './accounts/members.ts'
import { membershipRoutes } from './accounts/memberships.ts'
import { sessionRoutes } from './accounts/sessions.ts'
import { stepUpRoutes } from './accounts/step-up.ts'
import { streamRoutes } from './accounts/stream.ts'
import type { HttpDeps } from './deps.ts'
import { destinationRoutes } from './destinations/destinations.ts'
import { webDestinationRoutes } from './destinations/web-destinations.ts'
import { deviceRoutes } from './devices/devices.ts'
import { endpointRoutes } from './endpoints/endpoints.ts'
import { fileRoutes } from './files/file-routes.ts'
import { healthRoutes } from './health/form-health.ts'
import { type ApiRoute, sendAnswer } from './kernel/api-route.ts'
import { authenticate, checkBeforeBody } from './kernel/authenticate.ts'
import { keyedRefusalAnswer } from './kernel/bearer.ts'
import { API_PATH } from './kernel/paths.ts'
import { createPendingResponses } from './kernel/pending-responses.ts'
import { registerRoute } from './kernel/register-route.ts'
import { send } from './kernel/respond.ts'
import { createSlidingWindow } from './limits/sliding-window.ts'
import { operatorDeletionRoutes } from './operator/operator-deletions.ts'
import { operatorRoutes } from './operator/operator-desk.ts'
import { operatorInstanceRoutes } from './operator/operator-instance.ts'
import { operatorPlanRoutes } from './operator/operator-plans.ts'
import { bouncedAddressRoutes } from './outbox/bounced-addresses.ts'
import { deliveryRoutes } from './outbox/deliveries.ts'
import { emailReportRoutes } from './outbox/email-report.ts'
import { emailRoutes } from './outbox/emails.ts'
import { usageRoutes } from './plans/usage.ts'
import { queueRoutes } from './queues/owned-queues.ts'
import { parseBody, parseQuery } from './schema/read-input.ts'
import { answerRoutes } from './submissions/answer.ts'
import { assigneeRoutes } from './submissions/assignees.ts'
import { countRoutes } from './submissions/count.ts'
import { erasureRoutes } from './submissions/erasure.ts'
import { exportRoutes } from './submissions/export.ts'
import { importRoutes } from './submissions/import.ts'
import { labelRoutes } from './submissions/labels.ts'
import { reviewRoutes } from './submissions/review.ts'
import { submissionRoutes } from './submissions/submissions.ts'
import { viewRoutes } from './submissions/views.ts'
import { telemetryRoutes } from './telemetry/owned-telemetry.ts'

/** Retry-After of a caller with too many pending responses. */
const ANSWERS_RETRY_SECONDS = 1
/** Body of a request whose handler reads the bytes itself. */
const NO_BODY = { kind: 'read', value: {} } as const
const ID_CHARACTERS = /^\w+$/

/** Returns all routes of the owner API; each resource has its own file. */
export function listApiRoutes(deps: HttpDeps): ApiRoute[] {
  // Invitations and hand-overs share their limit.
  const people = createSlidingWindow([CONFIRMATIONS_PER_ACCOUNT])
  return [
    ...meRoutes(deps),
    ...membershipRoutes(deps),
    ...accountRoutes(deps),
    ...accountExportRoutes(deps),
    ...cannedAnswerRoutes(deps),
    ...learnedWordsRoutes(deps),
    ...emailKeyRoutes(deps),
    ...auditRoutes(deps),
    ...memberRoutes(deps, people),
    ...handOverRoutes(deps, people),
    ...keyRoutes(deps),
    ...sessionRoutes(deps),
    ...stepUpRoutes(deps),
    ...deviceRoutes(deps),
    ...endpointRoutes(deps),
    ...healthRoutes(deps),
    ...submissionRoutes(deps),
    ...assigneeRoutes(deps),
    ...labelRoutes(deps),
    ...viewRoutes(deps),
    ...fileRoutes(deps),
    ...answerRoutes(deps),
    ...countRoutes(deps),
    ...reviewRoutes(deps),
    ...exportRoutes(deps),
    ...importRoutes(deps),
    ...erasureRoutes(deps),
    ...usageRoutes(deps),
    ...streamRoutes(deps),
    ...destinationRoutes(deps),
    ...webDestinationRoutes(deps),
    ...telemetryRoutes(deps),
    ...queueRoutes(deps),
    ...deliveryRoutes(deps),
    ...emailRoutes(deps),
    ...bouncedAddressRoutes(deps),
    ...emailReportRoutes(deps),
    ...operatorRoutes(deps),
    ...operatorInstanceRoutes(deps),
    ...operatorDeletionRoutes(deps),
    ...operatorPlanRoutes(deps),
  ]
}

/** Registers the owner API. It sends no CORS headers, so that no page of another site can read it. */
export function registerApi(server: FastifyInstance, deps: HttpDeps, declared: readonly ApiRoute[]): void {
  const pending = createPendingResponses<number | string>()
  const byPath = Map.groupBy(declared, (route) => route.path)
  for (const [path, routes] of byPath) {
    const handlers = Object.fromEntries(
      routes.map((route) => {
        const demand = getDemand(route.operationId)
        return [
          route.method,
          (request: FastifyRequest, reply: FastifyReply) => answerTo(request, reply, { route, demand }),
        ]
      }),
    )
    const bodyLimit = Math.max(MAX_API_BODY_BYTES, ...routes.map(({ maxBodyBytes = 0 }) => maxBodyBytes))
    registerRoute(server, { url: API_PATH + path, bodyLimit, refuseEarly, handlers })
  }

  function refuseEarly(request: FastifyRequest, reply: FastifyReply): boolean {
    const refusal = checkBeforeBody(request, deps)
    if (refusal) sendApiRefusal(request, reply, refusal)
    return refusal !== null
  }

  async function answerTo(
    request: FastifyRequest,
    reply: FastifyReply,
    { route, demand }: { route: ApiRoute; demand: AccessDemand },
  ) {
    const now = deps.clock.now()
    const { needs, fresh } = route
    const access = await authenticate(request, deps, { needs, fresh, demand, now })
    if (access.kind === 'refused') return sendApiRefusal(request, reply, access.refusal)
    const suspended = access.caller.suspension && checkSuspended(access.caller, route)
    if (suspended) return sendApiRefusal(request, reply, suspended)
    const { accountKey, member } = access.caller
    const reader = member ? `${accountKey} ${member.key}` : accountKey
    if (!pending.begin(reader, reply.raw)) {
      return sendApiRefusal(request, reply, {
        code: 'answers_limit',
        retryAfterSeconds: ANSWERS_RETRY_SECONDS,
      })
    }
    // Only members of a single form.
    const isNarrow = access.caller.access.form !== null
    const other = isNarrow
      ? await checkReach(deps, access.caller, { ...route, params: toParams(request) })
      : null
    if (other) return sendApiRefusal(request, reply, other)
    const body = route.file ? NO_BODY : parseBody(request)
    if (body.kind === 'refused') return sendApiRefusal(request, reply, body.refusal)
    const { caller } = access
    const input = {
      caller,
      now,
      request,
      params: toParams(request),
      query: parseQuery(request),
      body: body.value,
    }
    const answer = await route.run(input)
    if (answer.kind === 'refused') return sendApiRefusal(request, reply, answer.refusal)
    return sendAnswer(request, reply, { status: route.answer.status, answer })
  }

  function sendApiRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    const answer = keyedRefusalAnswer(request, refusal, { base: deps.base, html: false })
    if (answer.status !== 415) return send(reply, answer)
    return send(reply, { ...answer, headers: { ...answer.headers, 'accept-post': 'application/json' } })
  }
}

/**
 * Returns the path parameters. A value that cannot be an id becomes empty: PostgreSQL refuses some characters, which would fail
 * the transaction that other requests share.
 */
function toParams(request: FastifyRequest): Record<string, string> {
  const entries = Object.entries(Object(request.params)).map(
    ([name, value]) => [name, String(value)] as const,
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, ID_CHARACTERS.test(value) ? value : '']))
}
