import { z } from 'zod'
import type { ListedApiKey } from '../../actions/accounts/api-keys.ts'
import { MAX_KEY_NAME_LENGTH } from '../../domain/accounts/api-key.ts'
import { SCOPES } from '../../domain/accounts/scope.ts'
import type { Keys } from '../../domain/keys.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant, keyExpiry, line, opaqueId } from '../schema/shapes.ts'

const scopes = z.array(z.enum(SCOPES)).min(1).max(SCOPES.length)

const Key = named(
  'Key',
  z.object({
    id: opaqueId,
    name: z.string(),
    scopes: scopes.describe(
      'read: get data. write: change data. Neither implies the other. Pulling messages, routing a form to a queue, adding a destination, creating a public link, and creating a queue or telemetry endpoint require both.',
    ),
    hint: z.string().describe('The first characters of the key, to recognize it by.'),
    created_at: instant,
    last_used_at: instant.nullable().describe('Accurate to the minute.'),
    expires_at: keyExpiry.listed,
  }),
)
const KeyList = named('KeyList', z.object({ data: z.array(Key) }))
const KeyRequest = named(
  'KeyRequest',
  z.strictObject({ name: line(MAX_KEY_NAME_LENGTH), scopes, expires_at: keyExpiry.given }),
)
const KeyWithSecret = named(
  'KeyWithSecret',
  Key.extend({ key: z.string().describe('The key itself. Only this response contains it.') }),
)

const EXAMPLE = {
  id: 'key_2y9x4m7p0c8k3z5r1t6w9v0b4n',
  name: 'nightly backup',
  scopes: ['read' as const],
  hint: 'ak_7Qm2Xk9B…',
  created_at: '2026-11-20T10:00:00.000Z',
  last_used_at: null,
  expires_at: '2027-02-18T10:00:00.000Z',
}
const EXAMPLE_SECRET = 'ak_7Qm2Xk9B…'

/** Declares `/keys`: API keys for programs. Only a signed-in person can manage them. */
export function keyRoutes(deps: HttpDeps): ApiRoute[] {
  const { actions, keys } = deps

  return [
    apiRoute({
      method: 'GET',
      path: '/keys',
      needs: 'session',
      fresh: false,
      tag: 'keys',
      operationId: 'listKeys',
      summary: 'List the API keys of the account, newest first.',
      query: NOTHING,
      body: NOTHING,
      answer: { status: 200, description: 'All keys.', schema: KeyList, example: { data: [EXAMPLE] } },
      handle: async ({ caller }) =>
        answered({ data: (await actions.listKeys(caller)).map((key) => keyBody(keys, key)) }),
    }),
    apiRoute({
      method: 'POST',
      path: '/keys',
      needs: 'session',
      fresh: true,
      tag: 'keys',
      operationId: 'createKey',
      summary: 'Create an API key.',
      query: NOTHING,
      body: KeyRequest,
      bodyExample: { name: EXAMPLE.name, scopes: EXAMPLE.scopes, expires_at: EXAMPLE.expires_at },
      answer: {
        status: 201,
        description: 'The key. Only this response contains it in full.',
        schema: KeyWithSecret,
        example: { ...EXAMPLE, key: EXAMPLE_SECRET },
      },
      refuses: ['limit_reached'],
      async handle({ caller, body, now }) {
        const { name, scopes, expires_at: expiresAt = null } = body
        const made = await actions.createKey(caller, { name, scopes, expiresAt, now })
        return made.kind === 'refused' ? made : answered({ ...keyBody(keys, made.key), key: made.apiKey })
      },
    }),
    apiRoute({
      method: 'DELETE',
      path: '/keys/:id',
      needs: 'session',
      fresh: false,
      tag: 'keys',
      operationId: 'revokeKey',
      summary: 'Revoke an API key. The next request with it is refused.',
      query: NOTHING,
      body: NOTHING,
      answer: { status: 204, description: 'The key is revoked.' },
      refuses: ['not_found'],
      handle: async ({ caller, params, now }) =>
        (await actions.revokeKey(caller, { id: params.id ?? '', now }))
          ? DONE
          : refused({ code: 'not_found' }),
    }),
  ]
}

/** Formats a key by the schema `Key`, without its secret. */
export function keyBody(keys: Keys, key: ListedApiKey): z.infer<typeof Key> {
  return {
    id: keys.rowId('api_key', key.key),
    name: key.name,
    scopes: [...key.scopes],
    hint: `ak_${key.id}…`,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.usedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  }
}
