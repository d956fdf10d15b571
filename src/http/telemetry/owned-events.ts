import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import { type Refusal, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { createUnmeteredRate, MAX_UNMETERED_PER_HOUR } from '../limits/unmetered-rate.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { Deleted } from '../schema/shapes.ts'
import { eventExportRoute } from './event-export.ts'
import type { EventRead } from './event-read.ts'
import { createEventReads } from './event-reading.ts'
import { EXAMPLE_EVENT } from './event-shapes.ts'

const SentTestEvent = named('SentTestEvent', z.object({ event_id: z.string() }))
const PATH = '/telemetry/:id'
const UNKNOWN: Refusal = { code: 'endpoint_not_found' }
const COMMON = {
  tag: 'telemetry',
  needs: 'read',
  fresh: false,
  query: NOTHING,
  body: NOTHING,
} as const

/** Routes of the events of owned telemetry endpoints, as below `/t/{id}`. */
export function telemetryEventRoutes(deps: HttpDeps): ApiRoute[] {
  return [
    ...createEventReads(deps).map((read) => readRoute(deps, read)),
    eventExportRoute(deps),
    testRoute(deps),
    deletionRoute(deps),
  ]
}

/** Returns true when the telemetry endpoint is the caller's. */
async function isOwned(
  { actions, clock }: HttpDeps,
  { caller, endpointId }: { caller: Caller; endpointId: string },
): Promise<boolean> {
  const request = { kind: 'telemetry', endpointId, now: clock.now() } as const
  return (await actions.getOwnedEndpoint(caller, request)) !== null
}

function readRoute(deps: HttpDeps, read: EventRead): ApiRoute {
  const { actions, clock } = deps
  return apiRoute({
    ...COMMON,
    method: 'GET',
    path: `${PATH}${read.path}`,
    operationId: read.ownedOperationId,
    summary: read.summary,
    ...(read.ownedDescription === undefined ? {} : { description: read.ownedDescription }),
    query: read.query,
    answer: { status: 200, ...read.answer },
    ...(read.refuses ? { refuses: read.refuses } : {}),
    async handle({ caller, params: { id: endpointId = '' }, query, now, request }) {
      if (!(await isOwned(deps, { caller, endpointId }))) return refused(UNKNOWN)
      const hasAccess = async () =>
        (await actions.findEndedAccess([caller], clock.now())).size === 0 &&
        (await isOwned(deps, { caller, endpointId }))
      return read.read({ endpointId, query, now, request, hasAccess })
    },
  })
}

function testRoute({ actions }: HttpDeps): ApiRoute {
  const countTest = createUnmeteredRate('test events')
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: `${PATH}/test`,
    needs: 'write',
    operationId: 'sendTestEvent',
    summary: 'Send a test event.',
    description: `It is listed and streamed like any other, with "test": true, but uses no quota and is not counted. An account sends at most ${MAX_UNMETERED_PER_HOUR} an hour.`,
    answer: {
      status: 201,
      description: 'The event was accepted.',
      schema: SentTestEvent,
      example: { event_id: EXAMPLE_EVENT.id },
    },
    refuses: ['endpoint_retired', 'endpoint_suspended', 'submit_rate', 'disk_full'],
    async handle({ caller, now, params: { id: endpointId = '' } }) {
      const rate = countTest(caller, now)
      if (rate) return refused(rate)
      const sent = await actions.sendTestEvent(caller, { endpointId, now })
      return sent.kind === 'refused' ? refused(sent.refusal) : answered({ event_id: sent.eventId })
    },
  })
}

function deletionRoute({ actions }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'DELETE',
    path: `${PATH}/events`,
    needs: 'write',
    fresh: true,
    operationId: 'emptyTelemetry',
    summary: 'Delete all events of an endpoint, and their counts.',
    answer: {
      status: 200,
      description: 'The number of requests whose events were deleted.',
      schema: Deleted,
      example: { deleted: 12 },
    },
    async handle({ caller, params: { id = '' } }) {
      const deleted = await actions.emptyTelemetry(caller, id)
      return deleted === null ? refused(UNKNOWN) : answered({ deleted })
    },
  })
}
