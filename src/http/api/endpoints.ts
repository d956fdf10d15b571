import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../actions/caller.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { named } from '../agents/openapi/named-schemas.ts'
import type { HttpParts } from '../parts.ts'
import { API_PATH } from './api-path.ts'
import { Endpoint, endpointBody, exampleEndpoint } from './endpoint-shape.ts'
import { versionsOf } from './if-match.ts'
import { onceOfBody } from './once-of-body.ts'
import { type ApiRoute, answered, apiRoute, NOTHING, refused } from './route.ts'
import { changeOf, endpointName, SettingsRequest } from './settings-input.ts'
import { PAGING, page, submissionId } from './shapes.ts'
import { showEndpoint } from './shown-endpoint.ts'

const EndpointPage = named('EndpointPage', page(Endpoint))
const EndpointRequest = named(
  'EndpointRequest',
  z.strictObject({
    name: endpointName.optional(),
    recipient: z.string().max(1000).optional().describe('No other mailbox than that of the account.'),
  }),
)
export const Deleted = named('Deleted', z.object({ deleted: z.int() }))
const Sent = named('Sent', z.object({ submission_id: submissionId }))
const UNKNOWN: Refusal = { code: 'endpoint_not_found' }
const ID = '/endpoints/:id'

/** `/endpoints`: what the account owns. */
export function endpointRoutes(parts: HttpParts): ApiRoute[] {
  const { deeds, base } = parts
  const example = exampleEndpoint(base)
  const common = { tag: 'endpoints', query: NOTHING, body: NOTHING, fresh: false } as const
  const shown = { schema: Endpoint, example, headers: ['ETag'] } as const

  const show = (caller: Caller, endpointId: string, now: Date) =>
    showEndpoint(parts, caller, { endpointId, now })

  async function create(
    asked: { caller: Caller; now: Date; request: FastifyRequest },
    body: z.output<typeof EndpointRequest>,
  ) {
    const { caller, now, request } = asked
    const once = onceOfBody(request, { path: '/endpoints', body, caller, mark: parts.keys.onceMark })
    if (once.kind === 'refused') return once
    const { name = null, recipient = null } = body
    const created = await deeds.createOwnedEndpoint(caller, {
      kind: 'form',
      name,
      recipient,
      once: once.once,
      now,
    })
    if (created.kind === 'refused') return refused(created.refusal)
    const answer = await show(caller, created.endpointId, now)
    if (answer.kind === 'refused') return answer
    const location = `${API_PATH}/endpoints/${created.endpointId}`
    const headers = { ...answer.headers, location }
    return answered(answer.body, created.replayed ? { ...headers, 'idempotent-replayed': 'true' } : headers)
  }

  return [
    apiRoute({
      ...common,
      method: 'GET',
      path: '/endpoints',
      needs: 'read',
      operationId: 'listEndpoints',
      summary: 'Endpoints of the account, newest first.',
      query: z.strictObject({
        ...PAGING,
        state: z.enum(['claimed', 'retired']).optional(),
        q: z.string().max(200).optional().describe('What the name or the id must contain.'),
      }),
      answer: {
        status: 200,
        description: 'A page of endpoints.',
        schema: EndpointPage,
        example: { data: [example], next_cursor: null },
      },
      refuses: [],
      async handle({ caller, now, query }) {
        const { state = null, q, limit, cursor } = query
        const called = q === undefined || q.trim() === '' ? null : q
        const listed = await deeds.listEndpoints(caller, { state, called, limit, cursor, now })
        if (listed.kind === 'refused') return listed
        const data = listed.endpoints.map((view) => endpointBody(base, view))
        return answered({ data, next_cursor: listed.next })
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path: '/endpoints',
      needs: 'write',
      operationId: 'createOwnedEndpoint',
      summary: 'Make an endpoint that is yours from the beginning.',
      description: 'Its letters go to the mailbox of the account. Creations are counted by account.',
      reads: ['Idempotency-Key'],
      body: EndpointRequest,
      bodyExample: { name: 'Contact' },
      answer: {
        status: 201,
        description: 'The endpoint is live; Location names it.',
        schema: Endpoint,
        example: { ...example, name: 'Contact' },
        headers: ['ETag', 'Location', 'Idempotent-Replayed'],
      },
      refuses: [
        'recipient_invalid',
        'idempotency_key_invalid',
        'idempotency_in_progress',
        'idempotency_key_reused',
        'create_rate_hour',
        'disk_full',
      ],
      handle: ({ body, ...asked }) => create(asked, body),
    }),
    apiRoute({
      ...common,
      method: 'GET',
      path: ID,
      needs: 'read',
      operationId: 'showEndpoint',
      summary: 'One endpoint.',
      answer: { status: 200, description: 'The endpoint.', ...shown },
      refuses: ['endpoint_not_found'],
      handle: ({ caller, now, params }) => show(caller, params.id ?? '', now),
    }),
    apiRoute({
      ...common,
      method: 'PATCH',
      path: ID,
      needs: 'write',
      operationId: 'changeEndpoint',
      summary: 'Change the settings of an endpoint.',
      description:
        'What is left out stays. With If-Match it is changed only if nobody has changed it meanwhile.',
      reads: ['If-Match'],
      body: SettingsRequest,
      bodyExample: { name: 'Contact', allowed_origins: ['https://acme.org'] },
      answer: { status: 200, description: 'The endpoint as it is now.', ...shown },
      refuses: ['endpoint_not_found', 'version_conflict'],
      async handle({ caller, now, params, body, request }) {
        const endpointId = params.id ?? ''
        const change = { endpointId, change: changeOf(body), versions: versionsOf(request), now }
        const changed = await deeds.changeEndpoint(caller, change)
        return changed.kind === 'refused' ? changed : show(caller, endpointId, now)
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path: `${ID}/retire`,
      needs: 'write',
      fresh: true,
      operationId: 'retireEndpoint',
      summary: 'End an endpoint for good.',
      description: 'It takes no submission any more. What it holds stays as long as the plan keeps it.',
      answer: { status: 200, description: 'The endpoint, retired now or before.', ...shown },
      refuses: ['endpoint_not_found'],
      async handle({ caller, now, params }) {
        const endpointId = params.id ?? ''
        const retired = await deeds.retireEndpoint(caller, { endpointId, now })
        return retired.kind === 'refused' ? retired : show(caller, endpointId, now)
      },
    }),
    apiRoute({
      ...common,
      method: 'DELETE',
      path: `${ID}/submissions`,
      needs: 'write',
      fresh: true,
      operationId: 'emptyEndpoint',
      summary: 'Delete everything that an endpoint holds.',
      description: 'Letters not yet sent are deleted with it. What arrives meanwhile stays.',
      answer: { status: 200, description: 'How many are gone.', schema: Deleted, example: { deleted: 12 } },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params }) {
        const deleted = await deeds.emptyEndpoint(caller, params.id ?? '')
        return deleted === null ? refused(UNKNOWN) : answered({ deleted })
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path: `${ID}/test`,
      needs: 'write',
      operationId: 'sendTest',
      summary: 'Send a test submission.',
      description: 'It goes through every rule, counts, and carries the field _test.',
      answer: {
        status: 201,
        description: 'It was accepted.',
        schema: Sent,
        example: { submission_id: 'sub_6nq0w8z4k2v7c1x9m3t5r0y8bh' },
      },
      refuses: ['endpoint_not_found', 'endpoint_retired', 'monthly_quota', 'disk_full'],
      async handle({ caller, now, params }) {
        const sent = await deeds.sendTest(caller, { endpointId: params.id ?? '', now })
        return sent.kind === 'refused'
          ? refused(sent.refusal)
          : answered({ submission_id: sent.submissionId })
      },
    }),
  ]
}
