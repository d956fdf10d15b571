import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, NOTHING, refused } from '../kernel/api-route.ts'
import { getIdempotencyKeyOfBody } from '../kernel/idempotency.ts'
import { listVersions } from '../kernel/if-match.ts'
import { API_PATH } from '../kernel/paths.ts'
import { named } from '../schema/named-schemas.ts'
import { PAGING, page } from '../schema/shapes.ts'
import { kindKeyRoutes } from './kind-key-routes.ts'
import type { OwnedKind } from './owned-kind.ts'
import { changeOf, endpointName, Renaming, SettingsRequest } from './settings-input.ts'
import { showOwned } from './show-owned.ts'

const EndpointRequest = named(
  'EndpointRequest',
  z.strictObject({
    name: endpointName.optional(),
    recipient: z.string().max(1000).optional().describe('No other mailbox than that of the account.'),
  }),
)
const CHANGES = {
  settings: {
    verb: 'change',
    summary: 'Change the settings of',
    body: SettingsRequest,
    bodyExample: { name: 'Contact', allowed_origins: ['https://acme.org'] },
  },
  name: { verb: 'rename', summary: 'Name', body: Renaming, bodyExample: { name: 'Shop' } },
}

/**
 * What owners do with every kind of endpoint: list, make, look at, change and retire, and look after its keys where it has
 * some. What a kind has besides is its own file's.
 */
export function kindRoutes(deps: HttpDeps, offered: OwnedKind): ApiRoute[] {
  const { actions } = deps
  const { kind, tag, path, names, words, schema, example, keyName } = offered
  const place = `${path}/:id`
  const common = { tag, query: NOTHING, body: NOTHING, fresh: false } as const
  const shown = { schema, example, headers: ['ETag'] } as const
  const Page = named(`${names.one}Page`, page(schema))
  const firstKey = z.string().describe('Its first key: shown this once.')
  const Made = keyName ? named(`Made${names.one}`, schema.extend({ [keyName]: firstKey })) : schema
  const { verb, summary, ...change } = CHANGES[offered.changes]

  const show = (caller: Caller, endpointId: string, now: Date) =>
    showOwned(deps, offered, caller, { endpointId, now })

  async function create(
    asked: { caller: Caller; now: Date; request: FastifyRequest },
    body: z.output<typeof EndpointRequest>,
  ) {
    const { caller, now, request } = asked
    const idempotencyKey = getIdempotencyKeyOfBody(request, {
      path,
      body,
      caller,
      mark: deps.keys.hmacIdempotencyKey,
    })
    if (idempotencyKey.kind === 'refused') return idempotencyKey
    const { name = null, recipient = null } = body
    const created = await actions.createOwnedEndpoint(caller, {
      kind,
      name,
      recipient,
      idempotencyKey: idempotencyKey.idempotencyKey,
      now,
    })
    if (created.kind === 'refused') return refused(created.refusal)
    const answer = await show(caller, created.endpointId, now)
    if (answer.kind === 'refused') return answer
    const headers = { ...answer.headers, location: `${API_PATH}${path}/${created.endpointId}` }
    return answered(
      keyName ? { ...answer.body, [keyName]: created.firstKey } : answer.body,
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
      summary: `Every ${words.one} of the account, newest first.`,
      description:
        'With q a page ends early where very many were looked through; go on while there is a next_cursor.',
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
        const listed = await actions.listOwned(caller, { kind, state, called, limit, cursor, now })
        if (listed.kind === 'refused') return listed
        return answered({ data: await offered.bodiesOf(listed.views, now), next_cursor: listed.next })
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path,
      needs: 'write',
      operationId: `createOwned${names.one}`,
      summary: `Make ${words.a} that is yours from the beginning.`,
      description: 'Its emails go to the mailbox of the account. Creations are counted by account.',
      reads: ['Idempotency-Key'],
      body: EndpointRequest,
      bodyExample: { name: example.name },
      answer: {
        status: 201,
        description: 'It is live; Location names it.',
        schema: Made,
        example: keyName ? { ...example, [keyName]: `${KINDS[kind].idPrefix}k_7Qm2Xk9B…` } : example,
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
      ...change,
      method: 'PATCH',
      path: place,
      needs: 'write',
      operationId: `${verb}${names.one}`,
      summary: `${summary} ${words.a}.`,
      description:
        'What is left out stays. With If-Match it is changed only if nobody has changed it meanwhile.',
      reads: ['If-Match'],
      answer: { status: 200, description: 'As it is now.', ...shown },
      refuses: ['endpoint_not_found', 'version_conflict'],
      async handle({ caller, now, params, body, request }) {
        const endpointId = params.id ?? ''
        const wanted = { kind, endpointId, change: changeOf(body), versions: listVersions(request), now }
        const changed = await actions.changeEndpoint(caller, wanted)
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
      summary: `End ${words.a} for good.`,
      description: `It takes no ${words.takes} any more. What it holds stays as long as the plan keeps it.`,
      answer: { status: 200, description: 'Retired, now or before.', ...shown },
      refuses: ['endpoint_not_found'],
      async handle({ caller, now, params }) {
        const endpointId = params.id ?? ''
        const retired = await actions.retireEndpoint(caller, { kind, endpointId, now })
        return retired.kind === 'refused' ? retired : show(caller, endpointId, now)
      },
    }),
    ...(offered.keyName === null ? [] : kindKeyRoutes(deps, offered)),
  ]
}
