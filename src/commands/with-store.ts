import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Keys } from '../domain/keys.ts'
import { createKeys } from '../ids/keys.ts'
import { loadSecret } from '../runtime/secret.ts'
import { connect } from '../store/dialects/connect.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

/**
 * Opens the store for a command, even while the service is running, and closes it after `work`. Returns an error message
 * when there is no database yet.
 */
export async function withStore<Answer>(
  config: Config,
  now: Date,
  work: (parts: { store: Store; keys: Keys }) => Promise<Answer>,
): Promise<Answer | string> {
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    return `There is no database at ${database.file} yet. Start the service once to create it.`
  }
  const secret = loadSecret(config)
  const links = { current: config.linkSecret ?? secret, old: config.oldLinkSecret, clock: { now: () => now } }
  const keys = createKeys(secret, links)
  const store = await openStore({
    connection: await connect(database),
    now,
    hmacSecret: keys.hmacSecret,
    minFreeBytes: 0,
    newLease: () => '',
    onBroken: () => {},
    onFault: () => {},
    readInThisThread: true,
    failpoint: undefined,
  })
  try {
    return await work({ store, keys })
  } finally {
    await store.close()
  }
}
