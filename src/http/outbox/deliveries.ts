import { z } from 'zod'
import {
  MAX_DELIVERIES_PER_SUBMISSION,
  RESENDS_PER_ACCOUNT,
  RESENDS_PER_HOUR,
} from '../../domain/outbox/delivery.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { createSlidingWindow, type SlidingWindow } from '../limits/sliding-window.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { Delivery, DeliveryList, deliveryBody, EXAMPLE_DELIVERY, routingBody } from './delivery-shape.ts'

const ResendRequest = named(
  'ResendRequest',
  z.strictObject({
    destination_id: z.string().max(100).optional().describe('Omit it to send to the recipient.'),
  }),
)
const Resent = named(
  'Resent',
  z.object({
    resent: z.int().describe('Number of deliveries that were queued.'),
    more: z.boolean().describe('true if others are left: send the request again.'),
  }),
)
/** Deliveries sent again by one call. */
const MAX_RESENDS_PER_CALL = 50

const EXAMPLE_RESENT = {
  ...EXAMPLE_DELIVERY,
  state: 'queued' as const,
  due_at: EXAMPLE_DELIVERY.created_at,
  attempts: [],
}

const COMMON = { fresh: false, tag: 'deliveries', query: NOTHING } as const

/** Declares `/submissions/{id}/deliveries` and `/resend`, and `/endpoints/{id}/emails/resend`. */
export function deliveryRoutes(deps: HttpDeps): ApiRoute[] {
  const accounts = createSlidingWindow([RESENDS_PER_ACCOUNT])
  return [listRoute(deps), resendRoute(deps, accounts), resendFailedRoute(deps, accounts)]
}

function listRoute({ actions, keys }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'GET',
    path: '/submissions/:id/deliveries',
    needs: 'read',
    operationId: 'listDeliveries',
    summary: 'List the deliveries of a submission, oldest first, each with its attempts.',
    body: NOTHING,
    answer: {
      status: 200,
      description: 'All deliveries: to the recipient, to destinations, and those sent again.',
      schema: DeliveryList,
      example: { data: [EXAMPLE_DELIVERY], queue: null },
    },
    async handle({ caller, params }) {
      const listed = await actions.listDeliveries(caller, { submissionId: params.id ?? '' })
      if (listed.kind === 'refused') return listed
      const { deliveries, routing } = listed
      return answered({
        data: deliveries.map((delivery) => deliveryBody(keys, delivery)),
        queue: routingBody(routing),
      })
    },
  })
}

function resendRoute({ actions, keys }: HttpDeps, accounts: SlidingWindow): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: '/submissions/:id/resend',
    needs: 'write',
    operationId: 'resendEmail',
    summary: 'Send a submission again.',
    description:
      'Queues another delivery to the recipient, or to a destination that gets submissions, unless one is still waiting. ' +
      `Limits: ${MAX_DELIVERIES_PER_SUBMISSION} deliveries per submission, ${RESENDS_PER_HOUR} resends of a submission ` +
      `and ${RESENDS_PER_ACCOUNT.times} of an account per hour.`,
    body: ResendRequest,
    bodyExample: {},
    answer: {
      status: 202,
      description: 'The delivery is queued.',
      schema: Delivery,
      example: EXAMPLE_RESENT,
    },
    refuses: [
      'destination_not_found',
      'destination_unconfirmed',
      'destination_stopped',
      'destination_untested',
      'destination_disabled',
      'plan_needed',
      'endpoint_retired',
      'submission_withdrawn',
      'emails_stopped',
      'email_waiting',
      'limit_reached',
      'resend_rate',
    ],
    async handle({ caller, params, body, now }) {
      const key = String(caller.accountKey)
      const retryAfterSeconds = accounts.secondsUntilFree(key, now)
      if (retryAfterSeconds > 0) return refused({ code: 'resend_rate', retryAfterSeconds })
      const request = { submissionId: params.id ?? '', destinationId: body.destination_id ?? null, now }
      const resent = await accounts.spend(
        { key, now, times: 1, used: (done) => (done.kind === 'resent' ? 1 : 0) },
        () => actions.resendEmail(caller, request),
      )
      return resent.kind === 'refused' ? resent : answered(deliveryBody(keys, resent.delivery))
    },
  })
}

function resendFailedRoute({ actions }: HttpDeps, accounts: SlidingWindow): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: '/endpoints/:id/emails/resend',
    needs: 'write',
    operationId: 'resendFailedEmails',
    summary: 'Send failed deliveries of an endpoint again.',
    description: `The newest first, at most ${MAX_RESENDS_PER_CALL} per call, to the recipient and to every destination that still gets submissions.`,
    body: NOTHING,
    answer: {
      status: 202,
      description: 'The number of deliveries that were queued.',
      schema: Resent,
      example: { resent: 3, more: false },
    },
    refuses: ['resend_rate'],
    async handle({ caller, params, now }) {
      const key = String(caller.accountKey)
      const retryAfterSeconds = accounts.secondsUntilFree(key, now)
      if (retryAfterSeconds > 0) return refused({ code: 'resend_rate', retryAfterSeconds })
      const limit = Math.min(MAX_RESENDS_PER_CALL, accounts.timesLeft(key, now))
      const resent = await accounts.spend(
        { key, now, times: limit, used: (done) => (done.kind === 'refused' ? 0 : done.count) },
        () => actions.resendFailed(caller, { endpointId: params.id ?? '', limit, now }),
      )
      return resent.kind === 'refused' ? resent : answered({ resent: resent.count, more: resent.more })
    },
  })
}
