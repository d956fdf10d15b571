import { z } from 'zod'
import {
  MAX_RECOVERED,
  ROTATION_HOURS,
  TESTS_PER_ACCOUNT,
  TESTS_PER_HOST,
} from '../../domain/destinations/web-destination.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { createSlidingWindow } from '../limits/sliding-window.ts'
import {
  DestinationDeliveryList,
  destinationDeliveryBody,
  EXAMPLE_DESTINATION_DELIVERY,
} from '../outbox/delivery-shape.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { dateOrTime } from '../schema/shapes.ts'
import { EXAMPLE_DESTINATION, events, OwnDestination, pushInput, toPushChange } from './destination-shape.ts'
import { showDestination } from './destinations.ts'

const ONE = '/endpoints/:id/destinations/:destination_id'
const COMMON = { tag: 'destinations', needs: 'write', fresh: false, query: NOTHING, body: NOTHING } as const

const DestinationChange = named(
  'DestinationChange',
  z.strictObject({
    url: z
      .string()
      .max(2048)
      .optional()
      .describe('Another address; it gets nothing until a test has reached it.'),
    events: events.optional().describe('The events that it gets from now on.'),
    ...pushInput,
    active: z.boolean().optional().describe('false disables the destination; true enables it again.'),
  }),
)
const RotatedSecret = named(
  'RotatedSecret',
  z.object({ secret: z.string().describe('The new signing secret, shown only in this answer.') }),
)
export const TestResult = named(
  'DestinationTest',
  z.object({
    reached: z
      .boolean()
      .describe('true: it was answered with a status from 200 to 299, so the destination is active.'),
    result: z
      .string()
      .describe('The status and the first characters of the answer, or the reason for the failure.'),
    ms: z.int().describe('Milliseconds until the answer.'),
    request: z.object({
      method: z.literal('POST'),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
    }),
    answer: z
      .object({ status: z.int(), text: z.string().describe('The first 200 characters.') })
      .nullable()
      .describe('null without an answer.'),
  }),
)
const DeliveriesQuery = z.strictObject({
  before: z.string().max(100).optional().describe('ID of a delivery: only older ones are listed.'),
})
const RecoverRequest = named(
  'RecoverRequest',
  z.strictObject({
    since: dateOrTime.describe('Submissions received from then on. A date means its midnight in UTC.'),
  }),
)
const Recovered = named(
  'Recovered',
  z.object({
    recovered: z.int().describe('Number of deliveries that were queued.'),
    more: z.boolean().describe('true if others are left: send the request again.'),
  }),
)

/** Declares what is done with destinations that are not email: changes, tests, secrets and deliveries. */
export function webDestinationRoutes(deps: HttpDeps): ApiRoute[] {
  return [changeRoute(deps), testRoute(deps), rotateRoute(deps), deliveriesRoute(deps), recoverRoute(deps)]
}

function changeRoute(deps: HttpDeps): ApiRoute {
  const { actions } = deps
  return apiRoute({
    ...COMMON,
    method: 'PATCH',
    path: ONE,
    needs: 'both',
    fresh: true,
    operationId: 'changeDestination',
    summary: 'Change a destination that is not an email address.',
    description: 'Fields that are left out stay as they are.',
    body: DestinationChange,
    bodyExample: { active: false },
    answer: {
      status: 200,
      description: 'The destination.',
      schema: OwnDestination,
      example: EXAMPLE_DESTINATION,
    },
    refuses: ['endpoint_retired', 'destination_not_found', 'address_invalid'],
    async handle({ caller, params, body, now }) {
      const about = readPlace(params)
      const { url, events, active } = body
      const change = { url, events, active, push: toPushChange(body) }
      const changed = await actions.changeWebDestination(caller, { ...about, ...change, now })
      if (changed.kind === 'refused') return changed
      const shown = await showDestination(deps, caller, about)
      return shown.kind === 'refused' ? shown : answered(shown.body)
    },
  })
}

function testRoute({ actions }: HttpDeps): ApiRoute {
  const accounts = createSlidingWindow([TESTS_PER_ACCOUNT])
  const hosts = createSlidingWindow([TESTS_PER_HOST])
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: `${ONE}/test`,
    operationId: 'testDestination',
    summary: 'Send a test to a destination, and wait for its answer.',
    description:
      'An answer with a status from 200 to 299 makes the destination active, even if it was disabled. Limits: ' +
      `${TESTS_PER_ACCOUNT.times} tests of an account per hour, and ${TESTS_PER_HOST.times} to a host, or to a ` +
      'destination on the host of a vendor.',
    answer: {
      status: 200,
      description: 'The request, and the answer to it. A test that fails has this status, too.',
      schema: TestResult,
      example: {
        reached: true,
        result: '200 ok',
        ms: 84,
        request: {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'webhook-id': 'dlv_test_2q9x4m7p0c8k3z5r' },
          body: '{"type":"webhook.test","timestamp":"2026-11-20T10:00:00.000Z","data":{}}',
        },
        answer: { status: 200, text: 'ok' },
      },
    },
    refuses: ['endpoint_retired', 'destination_not_found', 'address_invalid', 'test_rate'],
    async handle({ caller, params, now }) {
      const about = readPlace(params)
      const found = await actions.findTestTarget(caller, about)
      if (found.kind === 'refused') return found
      const keys = { accounts: String(caller.accountKey), hosts: found.target }
      const retryAfterSeconds = Math.max(
        accounts.secondsUntilFree(keys.accounts, now),
        hosts.secondsUntilFree(keys.hosts, now),
      )
      if (retryAfterSeconds > 0) return refused({ code: 'test_rate', retryAfterSeconds })
      const spent = { now, times: 1, used: () => 1 }
      const tested = await accounts.spend({ ...spent, key: keys.accounts }, () =>
        hosts.spend({ ...spent, key: keys.hosts }, () =>
          actions.testWebDestination(caller, { ...about, now }),
        ),
      )
      if (tested.kind === 'refused') return tested
      const { isProven, result, ms, request, answer } = tested.exchange
      return answered({ reached: isProven, result, ms, request, answer })
    },
  })
}

function rotateRoute({ actions }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: `${ONE}/rotate`,
    needs: 'both',
    fresh: true,
    operationId: 'rotateSigningSecret',
    summary: 'Give a webhook a new signing secret.',
    description: `For ${ROTATION_HOURS} hours, each request is signed with the new secret and with the one before it.`,
    answer: {
      status: 200,
      description: 'The new secret.',
      schema: RotatedSecret,
      example: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
    },
    refuses: ['destination_not_found', 'endpoint_retired'],
    async handle({ caller, params, now }) {
      const rotated = await actions.rotateSigningSecret(caller, { ...readPlace(params), now })
      return rotated.kind === 'refused' ? rotated : answered({ secret: rotated.secret })
    },
  })
}

function deliveriesRoute({ actions, keys }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'GET',
    path: `${ONE}/deliveries`,
    needs: 'read',
    operationId: 'listDestinationDeliveries',
    summary: 'List the deliveries to a destination that is not an email address.',
    query: DeliveriesQuery,
    answer: {
      status: 200,
      description: 'Newest first, each with its attempts.',
      schema: DestinationDeliveryList,
      example: { data: [EXAMPLE_DESTINATION_DELIVERY], more: false },
    },
    refuses: ['destination_not_found'],
    async handle({ caller, params, query }) {
      const before = query.before === undefined ? null : keys.rowKey('delivery', query.before)
      if (before === null && query.before !== undefined) {
        const message = 'This is not the ID of a delivery.'
        return refused({ code: 'value_invalid', field: 'before', message })
      }
      const listed = await actions.listDestinationDeliveries(caller, { ...readPlace(params), before })
      if (listed.kind === 'refused') return listed
      const { deliveries, more } = listed
      return answered({ data: deliveries.map((one) => destinationDeliveryBody(keys, one)), more })
    },
  })
}

function recoverRoute({ actions }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: `${ONE}/recover`,
    operationId: 'recoverDeliveries',
    summary: 'Deliver again what a destination missed.',
    description: `Queues the submissions received since then that have not reached it and are not waiting for it, the oldest first, at most ${MAX_RECOVERED} per call. Leaves out spam and the trash; other events are not sent again.`,
    body: RecoverRequest,
    bodyExample: { since: '2026-11-20T00:00:00.000Z' },
    answer: {
      status: 202,
      description: 'The deliveries are queued.',
      schema: Recovered,
      example: { recovered: 12, more: false },
    },
    refuses: [
      'destination_not_found',
      'destination_untested',
      'destination_disabled',
      'plan_needed',
      'endpoint_retired',
    ],
    async handle({ caller, params, body, now }) {
      const recovered = await actions.recoverDeliveries(caller, {
        ...readPlace(params),
        since: body.since,
        now,
      })
      if (recovered.kind === 'refused') return recovered
      return answered({ recovered: recovered.count, more: recovered.more })
    },
  })
}

function readPlace(params: Readonly<Record<string, string>>): { endpointId: string; destinationId: string } {
  return { endpointId: params.id ?? '', destinationId: params.destination_id ?? '' }
}
