import { z } from 'zod'
import type { ListedEndpointKey } from '../../actions/endpoints/endpoint-keys.ts'
import { MAX_ENDPOINT_KEYS, MAX_KEY_NAME_LENGTH } from '../../domain/accounts/api-key.ts'
import type { EndpointScope } from '../../domain/accounts/scope.ts'
import type { KeyedKind } from '../../domain/endpoints/kind.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import type { Keys } from '../../domain/keys.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, keyExpiry, line, opaqueId } from '../schema/shapes.ts'
import type { KeyedOwnedKind } from './owned-kind.ts'

const COMMON = { needs: 'session', fresh: false, query: NOTHING, body: NOTHING } as const

/** Declares the routes for the keys of an endpoint. Only a signed-in person can manage keys. */
export function kindKeyRoutes(deps: HttpDeps, owned: KeyedOwnedKind): ApiRoute[] {
  const schemas = describeKeys(owned)
  return [listRoute(deps, owned, schemas), createRoute(deps, owned, schemas), revokeRoute(deps, owned)]
}

type KeySchemas = ReturnType<typeof describeKeys>

function describeKeys({ kind, names }: KeyedOwnedKind) {
  const { keyScopes } = KINDS[kind]
  const scopes = z.array(z.enum<readonly EndpointScope[]>(keyScopes)).min(1).max(keyScopes.length)
  const Key = named(
    `${names.one}Key`,
    z.object({
      id: opaqueId,
      name: z.string(),
      scopes,
      hint: z.string().describe('The first characters of the key, to recognize it by.'),
      created_at: instant,
      last_used_at: instant.nullable().describe('Accurate to the minute.'),
      expires_at: keyExpiry.listed,
    }),
  )
  return {
    KeyList: named(`${names.one}KeyList`, z.object({ data: z.array(Key) })),
    KeyRequest: named(
      `${names.one}KeyRequest`,
      z.strictObject({
        name: line(MAX_KEY_NAME_LENGTH),
        scopes: scopes.default([...keyScopes]),
        expires_at: keyExpiry.given,
      }),
    ),
    CreatedKey: named(
      `${names.one}KeyWithSecret`,
      Key.extend({ key: z.string().describe('The key itself. Only this response contains it.') }),
    ),
    example: {
      id: 'key_2y9x4m7p0c8k3z5r1t6w9v0b4n',
      name: 'dashboard on the wall',
      scopes: [...keyScopes],
      hint: `${getKeyPrefix(kind)}7Qm2Xk9B…`,
      created_at: '2026-11-20T10:00:00.000Z',
      last_used_at: null,
      expires_at: null,
    },
  }
}

function listRoute({ actions, keys }: HttpDeps, owned: KeyedOwnedKind, schemas: KeySchemas): ApiRoute {
  const { kind, tag, path, names, words } = owned
  return apiRoute({
    ...COMMON,
    tag,
    method: 'GET',
    path: `${path}/:id/keys`,
    operationId: `list${names.one}Keys`,
    summary: `List the keys of ${words.a}, newest first.`,
    answer: {
      status: 200,
      description: 'All keys.',
      schema: schemas.KeyList,
      example: { data: [schemas.example] },
    },
    async handle({ caller, params }) {
      const listed = await actions.listEndpointKeys(caller, { kind, endpointId: params.id ?? '' })
      if (!listed) return refused({ code: 'endpoint_not_found' })
      return answered({ data: listed.map((key) => endpointKeyBody(keys, kind, key)) })
    },
  })
}

function createRoute({ actions, keys }: HttpDeps, owned: KeyedOwnedKind, schemas: KeySchemas): ApiRoute {
  const { kind, tag, path, names, words } = owned
  const { KeyRequest, CreatedKey, example } = schemas
  return apiRoute({
    ...COMMON,
    tag,
    method: 'POST',
    path: `${path}/:id/keys`,
    fresh: true,
    operationId: `make${names.one}Key`,
    summary: `Create a key for ${words.a}.`,
    description: `An endpoint can have ${MAX_ENDPOINT_KEYS} keys.`,
    body: KeyRequest,
    bodyExample: { name: example.name, scopes: example.scopes },
    answer: {
      status: 201,
      description: 'The key. Only this response contains it in full.',
      schema: CreatedKey,
      example: { ...example, key: example.hint },
    },
    refuses: ['limit_reached'],
    async handle({ caller, params, body, now }) {
      const { name, scopes, expires_at: expiresAt = null } = body
      const endpointId = params.id ?? ''
      const key = { kind, endpointId, name, scopes, expiresAt, now }
      const created = await actions.createEndpointKey(caller, key)
      if (created.kind === 'refused') return created
      return answered({ ...endpointKeyBody(keys, kind, created.key), key: created.endpointKey })
    },
  })
}

function revokeRoute({ actions }: HttpDeps, { kind, tag, path, names }: KeyedOwnedKind): ApiRoute {
  return apiRoute({
    ...COMMON,
    tag,
    method: 'DELETE',
    path: `${path}/:id/keys/:key`,
    operationId: `revoke${names.one}Key`,
    summary: 'Revoke a key. The next request with it is refused.',
    answer: { status: 204, description: 'The key is revoked.' },
    refuses: ['not_found'],
    async handle({ caller, params, now }) {
      const key = { kind, endpointId: params.id ?? '', id: params.key ?? '', now }
      return (await actions.revokeEndpointKey(caller, key)) ? DONE : refused({ code: 'not_found' })
    },
  })
}

/** Formats a key of an endpoint, without its secret. */
export function endpointKeyBody(keys: Keys, kind: KeyedKind, key: ListedEndpointKey) {
  return {
    id: keys.rowId('endpoint_key', key.key),
    name: key.name,
    scopes: [...key.scopes],
    hint: `${getKeyPrefix(kind)}${key.id}…`,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.usedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  }
}

function getKeyPrefix(kind: KeyedKind): string {
  return `${KINDS[kind].idPrefix}k_`
}
