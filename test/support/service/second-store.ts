import { createKeys } from '../../../src/ids/keys.ts'
import { loadSecret } from '../../../src/runtime/secret.ts'
import { connect } from '../../../src/store/dialects/connect.ts'
import { openStore } from '../../../src/store/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import type { TestService } from './service.ts'

/** Opens the store of a running service a second time, like the command line. */
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
    failpoint: () => {},
  })
  return { ...store, [Symbol.asyncDispose]: () => store.close() }
}
