import { createKeys } from '../../../src/ids/keys.ts'
import { loadSecret } from '../../../src/runtime/secret.ts'
import type { Store } from '../../../src/store/contract/store.ts'
import { connect } from '../../../src/store/dialects/connect.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { TestService } from './service.ts'

/** The store of a service that runs, opened a second time, as the command line does: for what no route does yet. */
export async function openStoreBeside(service: TestService): Promise<Store & AsyncDisposable> {
  const keys = createKeys(loadSecret(service.config))
  const store = await openStore({
    connection: await connect(service.config.database),
    now: service.now(),
    hmacSecret: keys.hmacSecret,
    minFreeBytes: 0,
    newLease: () => 'beside',
    onBroken: (error) => {
      throw error
    },
    onFault: (error) => {
      throw error
    },
    onDeliveriesDue: () => {},
    failpoint: () => {},
  })
  return { ...store, [Symbol.asyncDispose]: () => store.close() }
}
