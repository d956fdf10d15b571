import { z } from 'zod'
import type { ListedEndpointKey } from '../../actions/endpoints/endpoint-keys.ts'
import { MAX_ENDPOINT_KEYS, MAX_KEY_NAME_LENGTH } from '../../domain/accounts/api-key.ts'
import type { EndpointScope } from '../../domain/accounts/scope.ts'
import type { KeyedKind } from '../../domain/endpoints/kind.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import type { Keys } from '../../domain/keys.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE, NOTHING, refused } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { instant, line, opaqueId } from '../schema/shapes.ts'
import type { KeyedOwnedKind } from './owned-kind.ts'

/** The keys of an endpoint. Only people may look after them, as after those of the account. */
export function kindKeyRoutes(deps: HttpDeps, offered: KeyedOwnedKind): ApiRoute[] {
  const { actions, keys } = deps
  const { kind, tag, path, names, words } = offered
  const { keyScopes } = KINDS[kind]
  const place = `${path}/:id/keys`
  const common = { tag, needs: 'session', fresh: false, query: NOTHING, body: NOTHING } as const
  const scopes = z.array(z.enum<readonly EndpointScope[]>(keyScopes)).min(1).max(keyScopes.length)
  const example = {
    id: 'key_2y9x4m7p0c8k3z5r1t6w9v0b4n',
    name: 'dashboard on the wall',
    scopes: [...keyScopes],
    hint: `${prefixOf(kind)}7Qm2Xk9B…`,
    created_at: '2026-11-20T10:00:00.000Z',
    last_used_at: null,
  }
  const Key = named(
    `${names.one}Key`,
    z.object({
      id: opaqueId,
      name: z.string(),
      scopes,
      hint: z.string().describe('How the key begins: enough to know it again.'),
      created_at: instant,
      last_used_at: instant.nullable().describe('To the minute.'),
    }),
  )
  const KeyList = named(`${names.one}KeyList`, z.object({ data: z.array(Key) }))
  const KeyRequest = named(
    `${names.one}KeyRequest`,
    z.strictObject({ name: line(MAX_KEY_NAME_LENGTH), scopes: scopes.default([...keyScopes]) }),
  )
  const MadeKey = named(
    `Made${names.one}Key`,
    Key.extend({ key: z.string().describe('The key itself: shown this once, and kept nowhere.') }),
  )

  const keyBody = (key: ListedEndpointKey): z.input<typeof Key> => endpointKeyBody(keys, kind, key)

  return [
    apiRoute({
      ...common,
      method: 'GET',
      path: place,
      operationId: `list${names.one}Keys`,
      summary: `The keys of ${words.a}, newest first.`,
      answer: { status: 200, description: 'All of them.', schema: KeyList, example: { data: [example] } },
      refuses: ['endpoint_not_found'],
      async handle({ caller, params }) {
        const listed = await actions.listEndpointKeys(caller, { kind, endpointId: params.id ?? '' })
        return listed ? answered({ data: listed.map(keyBody) }) : refused({ code: 'endpoint_not_found' })
      },
    }),
    apiRoute({
      ...common,
      method: 'POST',
      path: place,
      fresh: true,
      operationId: `make${names.one}Key`,
      summary: `Make a key of ${words.a}.`,
      description: `An endpoint may have ${MAX_ENDPOINT_KEYS}.`,
      body: KeyRequest,
      bodyExample: { name: example.name, scopes: example.scopes },
      answer: {
        status: 201,
        description: 'The key, which is shown this once.',
        schema: MadeKey,
        example: { ...example, key: example.hint },
      },
      refuses: ['endpoint_not_found', 'limit_reached'],
      async handle({ caller, params, body, now }) {
        const made = await actions.createEndpointKey(caller, {
          kind,
          endpointId: params.id ?? '',
          ...body,
          now,
        })
        return made.kind === 'refused' ? made : answered({ ...keyBody(made.key), key: made.endpointKey })
      },
    }),
    apiRoute({
      ...common,
      method: 'DELETE',
      path: `${place}/:key`,
      operationId: `revoke${names.one}Key`,
      summary: 'Revoke a key. It ends with the next request.',
      answer: { status: 204, description: 'It is gone.' },
      refuses: ['not_found'],
      async handle({ caller, params }) {
        const meant = { kind, endpointId: params.id ?? '', id: params.key ?? '' }
        return (await actions.revokeEndpointKey(caller, meant)) ? DONE : refused({ code: 'not_found' })
      },
    }),
  ]
}

/** A key of an endpoint of this kind as its owner gets it. */
export function endpointKeyBody(keys: Keys, kind: KeyedKind, key: ListedEndpointKey) {
  return {
    id: keys.rowId('endpoint_key', key.key),
    name: key.name,
    scopes: [...key.scopes],
    hint: `${prefixOf(kind)}${key.id}…`,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.usedAt?.toISOString() ?? null,
  }
}

function prefixOf(kind: KeyedKind): string {
  return `${KINDS[kind].idPrefix}k_`
}
