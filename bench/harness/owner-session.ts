import { createKeys } from '../../src/ids/keys.ts'
import { type FilledDatabase, openFilledStore } from '../data/filled-database.ts'
import { SECRET } from './processes.ts'

/** Opens a session of the owner of the busiest endpoint, as "Open dashboard" does. Returns the secret for its cookie. */
export async function openOwnerSession(filled: FilledDatabase): Promise<string> {
  const keys = createKeys(SECRET)
  const secret = keys.newSessionSecret()
  const store = await openFilledStore(filled)
  const opened = await store.accounts.openByClaim({
    endpointId: filled.formIds[0] ?? '',
    session: { hash: keys.secretHash(secret), device: 'Chromium', replaces: null, way: 'email_link' },
    now: new Date(),
  })
  await store.close()
  if (!opened) throw new Error('The owner was not signed in.')
  return secret
}

/** Maximum number of keys of the owner of a database that many runs use. */
const MAX_KEYS = 1000

/** Creates an API key of the owner of the busiest endpoint, as the dashboard does. */
export async function createApiKey(filled: Pick<FilledDatabase, 'url' | 'formIds'>): Promise<string> {
  const keys = createKeys(SECRET)
  const store = await openFilledStore(filled)
  const found = await store.findEndpoint(filled.formIds[0] ?? '')
  if (found?.accountKey == null) throw new Error('The database is empty.')
  const { id, apiKey } = keys.newApiKey()
  await store.accounts.addKey({
    accountKey: found.accountKey,
    id,
    hash: keys.secretHash(apiKey),
    name: 'bench',
    scopes: ['read'],
    expiresAt: null,
    maxKeys: MAX_KEYS,
    by: null,
    now: new Date(),
  })
  await store.close()
  return apiKey
}
