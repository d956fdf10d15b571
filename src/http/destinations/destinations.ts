import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import {
  CONFIRMATION_DAYS,
  CONFIRMATIONS_PER_ACCOUNT,
  CONFIRMATIONS_PER_DAY,
} from '../../domain/destinations/destination.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { Endpoint, exampleEndpoint, forms } from '../endpoints/endpoint-shape.ts'
import { showOwned } from '../endpoints/show-owned.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { createSlidingWindow, type SlidingWindow } from '../limits/sliding-window.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'

const DestinationRequest = named(
  'DestinationRequest',
  z.strictObject({
    kind: z.literal('email').default('email').describe('The kind of destination.'),
    email: z.string().max(1000).describe('One plain email address.'),
  }),
)
const ConfirmationSent = named('ConfirmationSent', z.object({}))
const ALL = '/endpoints/:id/destinations'
const ONE = `${ALL}/:destination_id`
const COMMON = { tag: 'destinations', needs: 'write', fresh: false, query: NOTHING, body: NOTHING } as const

/** Declares `/endpoints/{id}/destinations`: additional destinations of an endpoint. */
export function destinationRoutes(deps: HttpDeps): ApiRoute[] {
  const accounts = createSlidingWindow([CONFIRMATIONS_PER_ACCOUNT])
  return [addRoute(deps, accounts), removeRoute(deps), resendRoute(deps, accounts)]
}

/** Sends a confirmation email, unless the account has reached its limit of them. */
async function sendConfirmation<Answer extends { kind: 'done' } | Refused>(
  accounts: SlidingWindow,
  { caller: { accountKey }, now }: { caller: Caller; now: Date },
  send: () => Promise<Answer>,
) {
  const key = String(accountKey)
  const retryAfterSeconds = accounts.secondsUntilFree(key, now)
  if (retryAfterSeconds > 0) return refused({ code: 'asking_rate', retryAfterSeconds })
  const used = (done: Answer) => (done.kind === 'done' ? 1 : 0)
  return accounts.spend({ key, now, times: 1, used }, send)
}

function addRoute(deps: HttpDeps, accounts: SlidingWindow): ApiRoute {
  const { actions, base } = deps
  const kind = forms(deps)
  const bare = exampleEndpoint(base)
  const added = {
    id: 'dst_2q9x4m7p0c8k3z5r',
    kind: 'email' as const,
    email: 'sales@acme.org',
    confirmed: false,
    state: 'unconfirmed' as const,
    added_at: '2026-11-20T10:00:00.000Z',
    stopped_at: null,
  }
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: ALL,
    // A destination gets submissions, also after the session or key that added it has ended.
    needs: 'both',
    fresh: true,
    operationId: 'addDestination',
    summary: 'Add an email address as a destination.',
    description:
      'Sends a confirmation email to the address. It gets no submissions until its owner confirms by the link in that ' +
      `email, and they can stop and start them at any time. An address is sent at most ${CONFIRMATIONS_PER_DAY} confirmation ` +
      'emails a day, from all accounts together.',
    body: DestinationRequest,
    bodyExample: { email: 'sales@acme.org' },
    answer: {
      status: 201,
      description: 'The endpoint with its new destination. The confirmation email is queued.',
      schema: Endpoint,
      example: { ...bare, settings: { ...bare.settings, destinations: [added] } },
      headers: ['ETag'],
    },
    refuses: [
      'endpoint_retired',
      'recipient_invalid',
      'recipient_multiple',
      'recipient_placeholder',
      'destination_known',
      'mailbox_suppressed',
      'plan_needed',
      'limit_reached',
      'confirmation_rate',
      'asking_rate',
    ],
    async handle({ caller, params, body: { email }, now }) {
      const endpointId = params.id ?? ''
      const answer = await sendConfirmation(accounts, { caller, now }, () =>
        actions.addDestination(caller, { endpointId, mailbox: email, now }),
      )
      return answer.kind === 'refused' ? answer : showOwned(deps, kind, caller, { endpointId, now })
    },
  })
}

function removeRoute(deps: HttpDeps): ApiRoute {
  const { actions, base } = deps
  const kind = forms(deps)
  return apiRoute({
    ...COMMON,
    method: 'DELETE',
    path: ONE,
    operationId: 'removeDestination',
    summary: 'Remove a destination.',
    description: 'Deliveries that are queued for it are not sent.',
    answer: {
      status: 200,
      description: 'The endpoint without it.',
      schema: Endpoint,
      example: exampleEndpoint(base),
      headers: ['ETag'],
    },
    refuses: ['destination_not_found'],
    async handle({ caller, params, now }) {
      const endpointId = params.id ?? ''
      const destinationId = params.destination_id ?? ''
      const removed = await actions.removeDestination(caller, { endpointId, destinationId, now })
      return removed.kind === 'refused' ? removed : showOwned(deps, kind, caller, { endpointId, now })
    },
  })
}

function resendRoute({ actions }: HttpDeps, accounts: SlidingWindow): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: `${ONE}/resend`,
    operationId: 'resendConfirmation',
    summary: 'Resend a confirmation email.',
    description: `The email is sent within ${CONFIRMATION_DAYS} days or not at all.`,
    answer: { status: 202, description: 'The email is queued.', schema: ConfirmationSent, example: {} },
    refuses: [
      'endpoint_retired',
      'destination_not_found',
      'destination_confirmed',
      'destination_stopped',
      'mailbox_suppressed',
      'plan_needed',
      'confirmation_rate',
      'asking_rate',
    ],
    async handle({ caller, params, now }) {
      const [endpointId = '', destinationId = ''] = [params.id, params.destination_id]
      const answer = await sendConfirmation(accounts, { caller, now }, () =>
        actions.resendConfirmation(caller, { endpointId, destinationId, now }),
      )
      return answer.kind === 'refused' ? answer : answered({})
    },
  })
}
