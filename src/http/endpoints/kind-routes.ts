import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../../actions/accounts/caller.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { checkFreshSignIn, checkReadScope } from '../kernel/authenticate.ts'
import { listVersions } from '../kernel/entity-tags.ts'
import { getIdempotencyKeyOfBody } from '../kernel/idempotency.ts'
import { API_PATH } from '../kernel/paths.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { PAGING, page } from '../schema/shapes.ts'
import { kindActionRoutes } from './kind-action-routes.ts'
import { kindKeyRoutes } from './kind-key-routes.ts'
import type { OwnedKind } from './owned-kind.ts'
import {
  endpointName,
  expectedFields,
  NameRequest,
  QueueSettingsRequest,
  SettingsRequest,
  toSettingsChange,
} from './settings-input.ts'
import { describeEndpoint, showOwned } from './show-owned.ts'
import { unclaimedRoute } from './unclaimed-route.ts'

const EndpointRequest = named(
  'EndpointRequest',
  z.strictObject({
    name: endpointName.optional(),
    recipient: z
      .string()
      .max(1000)
      .optional()
      .describe('The email address of the account. No other address is accepted.'),
  }),
)
const FormRequest = named('FormRequest', EndpointRequest.extend({ expect: expectedFields.optional() }))
const CHANGES = {
  settings: {
    verb: 'change',
    summary: 'Change the settings of',
    body: SettingsRequest,
    bodyExample: { name: 'Contact', allowed_origins: ['https://acme.org'] },
  },
  queue: {
    verb: 'rename',
    summary: 'Change the name, the emails or the settings of',
    body: QueueSettingsRequest,
    bodyExample: { name: 'Shop', max_deliveries: 6 },
  },
  name: {
    verb: 'rename',
    summary: 'Change the name or the emails of',
    body: NameRequest,
    bodyExample: { name: 'Shop' },
  },
}
const COMMON = { query: NOTHING, body: NOTHING, fresh: false } as const

/**
 * Declares the routes that every kind of endpoint has: list, create, show, change and its actions, and the routes of its
 * keys if the kind has keys.
 */
export function kindRoutes(deps: HttpDeps, owned: OwnedKind): ApiRoute[] {
  return [
    listRoute(deps, owned),
    unclaimedRoute(deps, owned),
    createRoute(deps, owned),
    showRoute(deps, owned),
    changeRoute(deps, owned),
    ...kindActionRoutes(deps, owned),
    ...(owned.keyName === null ? [] : kindKeyRoutes(deps, owned)),
  ]
}

function listRoute({ actions }: HttpDeps, owned: OwnedKind): ApiRoute {
  const { kind, tag, path, names, words, schema, example } = owned
  return apiRoute({
    ...COMMON,
    tag,
    method: 'GET',
    path,
    needs: 'read',
    operationId: `list${names.many}`,
    summary: `List every ${words.one} of the account, newest first.`,
    description:
      'With q, a page can have fewer entries than its limit. Continue while next_cursor is not null.',
    query: z.strictObject({
      ...PAGING,
      state: z.enum(['claimed', 'retired']).optional().describe('Only endpoints in this state.'),
      q: z.string().max(200).optional().describe('Text that the name or the id must contain.'),
    }),
    answer: {
      status: 200,
      description: 'One page.',
      schema: named(`${names.one}Page`, page(schema)),
      example: { data: [example], next_cursor: null },
    },
    async handle({ caller, now, query }) {
      const { state = null, q, limit, cursor } = query
      const called = q === undefined || q.trim() === '' ? null : q
      const listed = await actions.listOwned(caller, { kind, state, called, limit, cursor, now })
      if (listed.kind === 'refused') return listed
      return answered({ data: await owned.toBodies(listed.views, now), next_cursor: listed.next })
    },
  })
}

function createRoute(deps: HttpDeps, owned: OwnedKind): ApiRoute {
  const { kind, tag, path, names, words, schema, example, keyName } = owned
  const firstKey = z.string().describe('The first key of the endpoint. Only this response contains it.')
  return apiRoute({
    ...COMMON,
    tag,
    method: 'POST',
    path,
    // The response contains the first key, which can read what the endpoint accepts.
    ...(keyName ? ({ needs: 'both', fresh: true } as const) : ({ needs: 'write' } as const)),
    operationId: `createOwned${names.one}`,
    summary: `Create ${words.a} that the account owns from the start.`,
    description: 'Its emails go to the email address of the account. Creations are limited per account.',
    reads: ['Idempotency-Key'],
    body: kind === 'form' ? FormRequest : EndpointRequest,
    bodyExample: { name: example.name },
    answer: {
      status: 201,
      description: 'The endpoint is live; Location names it.',
      schema: keyName ? named(`${names.one}WithKey`, schema.extend({ [keyName]: firstKey })) : schema,
      example: keyName ? { ...example, [keyName]: `${KINDS[kind].idPrefix}k_7Qm2Xk9B…` } : example,
      headers: ['ETag', 'Location', 'Idempotent-Replayed'],
    },
    refuses: [
      'recipient_invalid',
      'idempotency_key_invalid',
      'idempotency_in_progress',
      ...(keyName ? (['first_key_unavailable'] as const) : []),
      'idempotency_key_reused',
      'create_rate_hour',
      'disk_full',
    ],
    handle: (request) => createOwned(deps, owned, request),
  })
}

type CreateRequest = {
  caller: Caller
  now: Date
  request: FastifyRequest
  body: z.output<typeof FormRequest>
}

async function createOwned(deps: HttpDeps, owned: OwnedKind, { caller, now, request, body }: CreateRequest) {
  const { kind, path, keyName } = owned
  const idempotencyKey = getIdempotencyKeyOfBody(request, {
    path,
    body,
    caller,
    mark: deps.keys.hmacIdempotencyKey,
  })
  if (idempotencyKey.kind === 'refused') return idempotencyKey
  const { name = null, recipient = null, expect = [] } = body
  const created = await deps.actions.createOwnedEndpoint(caller, {
    kind,
    name,
    recipient,
    expect,
    idempotencyKey: idempotencyKey.idempotencyKey,
    now,
  })
  if (created.kind === 'refused') return refused(created.refusal)
  const answer = await showOwned(deps, owned, caller, { endpointId: created.endpointId, now })
  if (answer.kind === 'refused') return answer
  const headers = { ...answer.headers, location: `${API_PATH}${path}/${created.endpointId}` }
  return answered(
    keyName ? { ...answer.body, [keyName]: created.firstKey } : answer.body,
    created.replayed ? { ...headers, 'idempotent-replayed': 'true' } : headers,
  )
}

function showRoute(deps: HttpDeps, owned: OwnedKind): ApiRoute {
  const { tag, path, names, words } = owned
  return apiRoute({
    ...COMMON,
    tag,
    method: 'GET',
    path: `${path}/:id`,
    needs: 'read',
    operationId: `show${names.one}`,
    summary: `Get one ${words.one}.`,
    answer: describeEndpoint(owned, 'The endpoint.'),
    handle: ({ caller, now, params }) => showOwned(deps, owned, caller, { endpointId: params.id ?? '', now }),
  })
}

function changeRoute(deps: HttpDeps, owned: OwnedKind): ApiRoute {
  const { kind, tag, path, names, words } = owned
  const { verb, summary, ...change } = CHANGES[owned.changes]
  return apiRoute({
    ...COMMON,
    ...change,
    tag,
    method: 'PATCH',
    path: `${path}/:id`,
    needs: 'write',
    operationId: `${verb}${names.one}`,
    summary: `${summary} ${words.a}.`,
    description:
      'Omitted fields keep their value. With If-Match, the change is applied only if the version is still the same.' +
      (owned.changes === 'settings'
        ? ' Setting queue_id lets consumers of that queue read the submissions: it requires a key with the scope read too, or a recent sign-in. Turning encrypted storage off requires a session with a recent sign-in.'
        : ''),
    reads: ['If-Match'],
    answer: describeEndpoint(owned, 'The changed endpoint.'),
    refuses: [
      'version_conflict',
      ...(owned.changes === 'settings'
        ? (['fresh_sign_in_needed', 'session_needed', 'hand_over_open'] as const)
        : []),
    ],
    async handle({ caller, now, params, body, request }) {
      const endpointId = params.id ?? ''
      const change = toSettingsChange(body)
      const refusal = change.queueId ? (checkReadScope(caller) ?? checkFreshSignIn(caller, now)) : null
      if (refusal) return refused(refusal)
      const wanted = {
        kind,
        endpointId,
        change,
        versions: listVersions(request),
        now,
      }
      const changed = await deps.actions.changeEndpoint(caller, wanted)
      return changed.kind === 'refused' ? changed : showOwned(deps, owned, caller, { endpointId, now })
    },
  })
}
