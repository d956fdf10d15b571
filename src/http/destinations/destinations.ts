import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import {
  ASKED_BY_ACCOUNT,
  CONFIRMATION_DAYS,
  CONFIRMATIONS_PER_DAY,
} from '../../domain/destinations/destination.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { Endpoint, exampleEndpoint, forms } from '../endpoints/endpoint-shape.ts'
import { showOwned } from '../endpoints/show-owned.ts'
import { type ApiRoute, answered, apiRoute, NOTHING, refused } from '../kernel/api-route.ts'
import { openLimitedAccounts } from '../limits/limited-accounts.ts'
import { named } from '../schema/named-schemas.ts'

const DestinationRequest = named(
  'DestinationRequest',
  z.strictObject({ mailbox: z.string().max(1000).describe('One plain address.') }),
)
const RequestHead = named('Asked', z.object({}))
const ID = '/endpoints/:id/destinations'
const ONE = `${ID}/:destination_id`

/** `/endpoints/{id}/destinations`: further mailboxes that get its emails. */
export function destinationRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, base } = deps
  const accounts = openLimitedAccounts(ASKED_BY_ACCOUNT)
  const kind = forms(deps)

  /** Has a mailbox asked, unless the account has had enough of them asked. */
  async function ask<Answer extends { kind: 'done' } | { kind: 'refused'; refusal: Refusal }>(
    { accountKey }: Caller,
    now: Date,
    deed: () => Promise<Answer>,
  ) {
    const retryAfterSeconds = accounts.secondsUntilFree(accountKey, now)
    if (retryAfterSeconds > 0) return refused({ code: 'asking_rate', retryAfterSeconds })
    const used = (done: Answer) => (done.kind === 'done' ? 1 : 0)
    return accounts.spend({ accountKey, now, times: 1, used }, deed)
  }

  const common = { tag: 'destinations', needs: 'write', fresh: false, query: NOTHING, body: NOTHING } as const
  const example = {
    ...exampleEndpoint(base),
    settings: {
      ...exampleEndpoint(base).settings,
      destinations: [
        {
          id: 'dst_2q9x4m7p0c8k3z5r',
          mailbox: 'sales@acme.org',
          confirmed: false,
          added_at: '2026-11-20T10:00:00.000Z',
        },
      ],
    },
  }

  return [
    apiRoute({
      ...common,
      method: 'POST',
      path: ID,
      operationId: 'addDestination',
      summary: 'Have another mailbox asked whether it takes the emails too.',
      description:
        'It gets nothing before whoever reads it has confirmed it by the link in that email, and can end the emails ' +
        `at any time. A mailbox is asked ${CONFIRMATIONS_PER_DAY} times a day, whoever asks.`,
      body: DestinationRequest,
      bodyExample: { mailbox: 'sales@acme.org' },
      answer: {
        status: 201,
        description: 'The endpoint with its new destination, and the email that asks it waits to be sent.',
        schema: Endpoint,
        example,
        headers: ['ETag'],
      },
      refuses: [
        'endpoint_not_found',
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
      async handle({ caller, params, body, now }) {
        const endpointId = params.id ?? ''
        const { mailbox } = body
        const added = await ask(caller, now, () =>
          actions.addDestination(caller, { endpointId, mailbox, now }),
        )
        return added.kind === 'refused' ? added : showOwned(deps, kind, caller, { endpointId, now })
      },
    }),
    apiRoute({
      ...common,
      method: 'DELETE',
      path: ONE,
      operationId: 'removeDestination',
      summary: 'Take a mailbox away from an endpoint.',
      description: 'Emails that wait for it are never sent.',
      answer: {
        status: 200,
        description: 'The endpoint without it.',
        schema: Endpoint,
        example: exampleEndpoint(base),
        headers: ['ETag'],
      },
      refuses: ['endpoint_not_found', 'destination_not_found'],
      async handle({ caller, params, now }) {
        const endpointId = params.id ?? ''
        const destinationId = params.destination_id ?? ''
        const removed = await actions.removeDestination(caller, { endpointId, destinationId, now })
        return removed.kind === 'refused' ? removed : showOwned(deps, kind, caller, { endpointId, now })
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path: `${ONE}/resend`,
      operationId: 'askDestinationAgain',
      summary: 'Ask a mailbox once more that has not answered.',
      description: `The email is sent within ${CONFIRMATION_DAYS} days or not at all.`,
      answer: { status: 202, description: 'The email waits to be sent.', schema: RequestHead, example: {} },
      refuses: [
        'endpoint_not_found',
        'endpoint_retired',
        'destination_not_found',
        'destination_confirmed',
        'mailbox_suppressed',
        'plan_needed',
        'confirmation_rate',
        'asking_rate',
      ],
      async handle({ caller, params, now }) {
        const [endpointId = '', destinationId = ''] = [params.id, params.destination_id]
        const asked = await ask(caller, now, () =>
          actions.askDestinationAgain(caller, { endpointId, destinationId, now }),
        )
        return asked.kind === 'refused' ? asked : answered({})
      },
    }),
  ]
}
