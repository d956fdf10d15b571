import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import { findDestination } from '../../domain/destinations/destination.ts'
import {
  CONFIRMATION_DAYS,
  CONFIRMATIONS_PER_ACCOUNT,
  CONFIRMATIONS_PER_DAY,
} from '../../domain/destinations/email-destination.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { createSlidingWindow, type SlidingWindow } from '../limits/sliding-window.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import {
  AddedDestination,
  DESTINATION_KINDS,
  DestinationList,
  destinationBody,
  EXAMPLE_DESTINATION,
  events,
  KINDS_TEXT,
  pushInput,
  toPushChange,
} from './destination-shape.ts'

export const DestinationRequest = named(
  'DestinationRequest',
  z.strictObject({
    kind: z.enum(DESTINATION_KINDS).default('email').describe(`The kind of destination: ${KINDS_TEXT}.`),
    email: z.string().max(1000).optional().describe('For the kind email: one plain email address.'),
    url: z.string().max(2048).optional().describe('For all other kinds: the URL to post to.'),
    ...pushInput,
    events: events
      .optional()
      .describe(
        'The events that it gets. Default: submission.created for a form; watch.fired and watch.cleared for telemetry.',
      ),
  }),
)
const ConfirmationSent = named('ConfirmationSent', z.object({}))
const ALL = '/endpoints/:id/destinations'
const ONE = `${ALL}/:destination_id`
const COMMON = { tag: 'destinations', needs: 'write', fresh: false, query: NOTHING, body: NOTHING } as const

/** Declares `/endpoints/{id}/destinations`: where an endpoint delivers to in addition to its recipient. */
export function destinationRoutes(deps: HttpDeps): ApiRoute[] {
  const accounts = createSlidingWindow([CONFIRMATIONS_PER_ACCOUNT])
  return [listRoute(deps), addRoute(deps, accounts), removeRoute(deps), resendRoute(deps, accounts)]
}

/** Returns a destination of the caller with its address. */
export async function showDestination(
  { actions }: Pick<HttpDeps, 'actions'>,
  caller: Caller,
  { endpointId, destinationId }: { endpointId: string; destinationId: string },
) {
  const listed = await actions.listDestinations(caller, { endpointId })
  if (listed.kind === 'refused') return listed
  const destination = findDestination(listed.endpoint, destinationId)
  if (!destination) return refused({ code: 'destination_not_found' })
  return {
    kind: 'shown',
    body: { ...destinationBody(destination), url: listed.urls.get(destinationId) ?? null },
  } as const
}

/** Sends a confirmation email, unless the account has reached its limit of them. */
async function sendConfirmation<Answer extends { kind: string } | Refused>(
  accounts: SlidingWindow,
  { caller: { accountKey }, now }: { caller: Caller; now: Date },
  send: () => Promise<Answer>,
) {
  const key = String(accountKey)
  const retryAfterSeconds = accounts.secondsUntilFree(key, now)
  if (retryAfterSeconds > 0) return refused({ code: 'asking_rate', retryAfterSeconds })
  const used = (done: Answer) => (done.kind === 'refused' ? 0 : 1)
  return accounts.spend({ key, now, times: 1, used }, send)
}

function listRoute({ actions }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'GET',
    path: ALL,
    // The address of a chat is a secret.
    needs: 'both',
    operationId: 'listDestinations',
    summary: 'List the destinations of an endpoint, with their addresses.',
    answer: {
      status: 200,
      description: 'All destinations except the recipient, oldest first.',
      schema: DestinationList,
      example: { data: [EXAMPLE_DESTINATION] },
    },
    async handle({ caller, params }) {
      const listed = await actions.listDestinations(caller, { endpointId: params.id ?? '' })
      if (listed.kind === 'refused') return listed
      const { endpoint, urls } = listed
      return answered({
        data: endpoint.settings.destinations.map((one) => ({
          ...destinationBody(one),
          url: urls.get(one.id) ?? null,
        })),
      })
    },
  })
}

function addRoute(deps: HttpDeps, accounts: SlidingWindow): ApiRoute {
  const { actions } = deps
  return apiRoute({
    ...COMMON,
    method: 'POST',
    path: ALL,
    // A destination gets submissions, also after the session or key that added it has ended.
    needs: 'both',
    fresh: true,
    operationId: 'addDestination',
    summary: 'Add a destination: an email address, a webhook, or a chat.',
    description:
      'An email address is sent a confirmation email, and gets no submissions until its owner follows the link in it; it ' +
      `is sent at most ${CONFIRMATIONS_PER_DAY} of them a day, from all accounts together. All other kinds get nothing ` +
      'until they have answered a test with a status from 200 to 299. A plan without destinations delivers to one, instead ' +
      'of the recipient, while email_notifications is off.',
    body: DestinationRequest,
    bodyExample: { kind: 'webhook', url: 'https://hooks.acme.org/formslot' },
    answer: {
      status: 201,
      description: 'The new destination. Its confirmation email is queued, or it waits for a test.',
      schema: AddedDestination,
      example: { ...EXAMPLE_DESTINATION, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
    },
    refuses: [
      'endpoint_retired',
      'address_invalid',
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
    async handle({ caller, params, body, now }) {
      const endpointId = params.id ?? ''
      const fault = findFault(body)
      if (fault) return fault
      const { kind, email = '', url = '' } = body
      const added =
        kind === 'email'
          ? await sendConfirmation(accounts, { caller, now }, () =>
              actions.addEmailDestination(caller, { endpointId, mailbox: email, now }),
            )
          : await actions.addWebDestination(caller, {
              endpointId,
              kind,
              url,
              events: body.events ?? null,
              push: toPushChange(body),
              now,
            })
      if (added.kind === 'refused') return added
      const shown = await showDestination(deps, caller, { endpointId, destinationId: added.id })
      return shown.kind === 'refused' ? shown : answered({ ...shown.body, secret: added.secret })
    },
  })
}

/** Returns the refusal of a request that lacks what its kind needs, or has what its kind does not take. */
function findFault(request: z.output<typeof DestinationRequest>): Refused | null {
  const { kind, email, url } = request
  const isEmail = kind === 'email'
  const [needed, field] = isEmail ? [email, 'email'] : [url, 'url']
  if (needed === undefined) {
    return refused({
      code: 'value_invalid',
      field,
      message: `A destination of the kind ${kind} needs ${field}.`,
    })
  }
  const untaken = isEmail ? (['url', 'events', 'concurrency', 'timeout_s'] as const) : (['email'] as const)
  const other = untaken.find((name) => request[name] !== undefined)
  if (other === undefined) return null
  const message = `A destination of the kind ${kind} takes no ${other}.`
  return refused({ code: 'value_invalid', field: other, message })
}

function removeRoute({ actions }: HttpDeps): ApiRoute {
  return apiRoute({
    ...COMMON,
    method: 'DELETE',
    path: ONE,
    operationId: 'removeDestination',
    summary: 'Remove a destination.',
    description: 'Deliveries that are queued for it are not sent.',
    answer: { status: 204, description: 'The destination is removed.' },
    refuses: ['destination_not_found'],
    async handle({ caller, params, now }) {
      const [endpointId = '', destinationId = ''] = [params.id, params.destination_id]
      const removed = await actions.removeDestination(caller, { endpointId, destinationId, now })
      return removed.kind === 'refused' ? removed : DONE
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
