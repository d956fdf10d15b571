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
    session: { hash: keys.secretHash(secret), device: 'Chromium', replaces: null },
    now: new Date(),
  })
  await store.close()
  if (!opened) throw new Error('The owner was not signed in.')
  return secret
}
