import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { mayBeginUnder } from '../delivery/may-begin.ts'
import type { Keys } from '../domain/keys.ts'
import { makeKeys } from '../keys.ts'
import { loadSecret } from '../secret.ts'
import { connect } from '../store/connect.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

/** What a command says, and whether it did what was asked for. */
export type Outcome = { said: string; done: boolean }

/** Does something to the database of the instance, beside a running service too. */
export async function withStore(
  config: Config,
  now: Date,
  deed: (store: Store, keys: Keys) => Promise<Outcome>,
): Promise<Outcome> {
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    return { said: `There is no database at ${database.file} yet: start the service once.`, done: false }
  }
  const keys = makeKeys(loadSecret(config))
  const store = await openStore({
    connection: await connect(database),
    now,
    secretMark: keys.secretMark,
    minFreeBytes: 0,
    newLease: () => '',
    mayBegin: mayBeginUnder(config),
    onBroken: () => {},
    onFault: () => {},
    onLettersDue: () => {},
    passing: () => {},
  })
  try {
    return await deed(store, keys)
  } finally {
    await store.close()
  }
}
