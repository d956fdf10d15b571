import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../actions/caller.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { named } from '../agents/openapi/named-schemas.ts'
import type { HttpParts } from '../parts.ts'
import { API_PATH } from './api-path.ts'
import { versionsOf } from './if-match.ts'
import { kindKeyRoutes } from './kind-key-routes.ts'
import { onceOfBody } from './once-of-body.ts'
import type { OwnedKind } from './owned-kind.ts'
import { type ApiRoute, answered, apiRoute, NOTHING, refused } from './route.ts'
import { endpointName } from './settings-input.ts'
import { PAGING, page } from './shapes.ts'

const CreateRequest = named(
  'NamedEndpointRequest',
  z.strictObject({
    name: endpointName.optional(),
    recipient: z.string().max(1000).optional().describe('No other mailbox than that of the account.'),
  }),
)
const Renaming = named('Renaming', z.strictObject({ name: endpointName.nullable().optional() }))
const UNKNOWN: Refusal = { code: 'endpoint_not_found' }

/**
 * What owners do with every kind of endpoint that has keys of its own: list, make, look at, rename, retire, and look after
 * the keys. What a kind has besides is its own file's.
 */
export function kindRoutes(parts: HttpParts, offered: OwnedKind): ApiRoute[] {
  const { deeds } = parts
  const { kind, tag, path, names, words, schema, example, keyName } = offered
  const place = `${path}/:id`
  const common = { tag, query: NOTHING, body: NOTHING, fresh: false } as const
  const shown = { schema, example, headers: ['ETag'] } as const
  const Page = named(`${names.one}Page`, page(schema))
  const firstKey = z.string().describe('Its first key: shown this once.')
  const Made: z.ZodObject = named(`Made${names.one}`, schema.extend({ [keyName]: firstKey }))

  async function show(caller: Caller, endpointId: string, now: Date) {
    const view = await deeds.lookAtOwned(caller, { kind, endpointId, now })
    const [body] = view ? await offered.bodiesOf(caller, [view]) : []
    if (!view || !body) return refused(UNKNOWN)
    return answered(body, { etag: `"${view.endpoint.version}"` })
  }

  async function create(
    asked: { caller: Caller; now: Date; request: FastifyRequest },
    body: z.output<typeof CreateRequest>,
  ) {
    const { caller, now, request } = asked
    const once = onceOfBody(request, { path, body, caller, mark: parts.keys.onceMark })
    if (once.kind === 'refused') return once
    const { name = null, recipient = null } = body
    const created = await deeds.createOwnedEndpoint(caller, { kind, name, recipient, once: once.once, now })
    if (created.kind === 'refused') return refused(created.refusal)
    const answer = await show(caller, created.endpointId, now)
    if (answer.kind === 'refused') return answer
    const headers = { ...answer.headers, location: `${API_PATH}${path}/${created.endpointId}` }
    return answered(
      { ...answer.body, [keyName]: created.firstKey },
      created.replayed ? { ...headers, 'idempotent-replayed': 'true' } : headers,
    )
  }

  return [
    apiRoute({
      ...common,
      method: 'GET',
      path,
      needs: 'read',
      operationId: `list${names.many}`,
      summary: `Each ${words.one} of the account, newest first.`,
      query: z.strictObject({
        ...PAGING,
        state: z.enum(['claimed', 'retired']).optional(),
        q: z.string().max(200).optional().describe('What the name or the id must contain.'),
      }),
      answer: {
        status: 200,
        description: 'A page of them.',
        schema: Page,
        example: { data: [example], next_cursor: null },
      },
      refuses: [],
      async handle({ caller, now, query }) {
        const { state = null, q, limit, cursor } = query
        const called = q === undefined || q.trim() === '' ? null : q
        const listed = await deeds.listOwned(caller, { kind, state, called, limit, cursor, now })
        if (listed.kind === 'refused') return listed
        return answered({ data: await offered.bodiesOf(caller, listed.views), next_cursor: listed.next })
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path,
      needs: 'write',
      operationId: `createOwned${names.one}`,
      summary: `Make a ${words.one} that is yours from the beginning.`,
      description: 'Creations are counted by account.',
      reads: ['Idempotency-Key'],
      body: CreateRequest,
      bodyExample: { name: 'Shop' },
      answer: {
        status: 201,
        description: 'It is live; Location names it.',
        schema: Made,
        example: { ...example, [keyName]: `${offered.prefix}7Qm2Xk9B…` },
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
      path: place,
      needs: 'read',
      operationId: `show${names.one}`,
      summary: `One ${words.one}.`,
      answer: { status: 200, description: 'As it is now.', ...shown },
      refuses: ['endpoint_not_found'],
      handle: ({ caller, now, params }) => show(caller, params.id ?? '', now),
    }),
    apiRoute({
      ...common,
      method: 'PATCH',
      path: place,
      needs: 'write',
      operationId: `rename${names.one}`,
      summary: `Name a ${words.one}.`,
      description: 'With If-Match it is changed only if nobody has changed it meanwhile.',
      reads: ['If-Match'],
      body: Renaming,
      bodyExample: { name: 'Shop' },
      answer: { status: 200, description: 'As it is now.', ...shown },
      refuses: ['endpoint_not_found', 'version_conflict'],
      async handle({ caller, now, params, body, request }) {
        const endpointId = params.id ?? ''
        const change = body.name === undefined ? {} : { name: body.name }
        const changed = await deeds.changeEndpoint(caller, {
          kind,
          endpointId,
          change,
          versions: versionsOf(request),
          now,
        })
        return changed.kind === 'refused' ? changed : show(caller, endpointId, now)
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path: `${place}/retire`,
      needs: 'write',
      fresh: true,
      operationId: `retire${names.one}`,
      summary: `End a ${words.one} for good.`,
      description: `It takes no ${words.takes} any more. What it holds stays as long as the plan keeps it.`,
      answer: { status: 200, description: 'Retired, now or before.', ...shown },
      refuses: ['endpoint_not_found'],
      async handle({ caller, now, params }) {
        const endpointId = params.id ?? ''
        const retired = await deeds.retireEndpoint(caller, { kind, endpointId, now })
        return retired.kind === 'refused' ? retired : show(caller, endpointId, now)
      },
    }),
    ...kindKeyRoutes(parts, offered),
  ]
}
