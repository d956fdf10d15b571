import { SIGN_INS_PER_ADDRESS, secondsUntilSignIn } from '../../domain/accounts/sign-in.ts'
import { DAY } from '../../domain/time.ts'
import { createRecentMap } from './recent-map.ts'

const ADDRESSES_KEPT = 20_000

type SignInRequestLimit = {
  /** Counts one email. Returns 0, or the whole seconds until another is allowed. */
  take(address: string, now: Date): number
}

/** Creates a limit of sign-in emails for each client address, in the memory of this node. */
export function createSignInRequestLimit(): SignInRequestLimit {
  const addresses = createRecentMap<readonly Date[]>({ entries: ADDRESSES_KEPT, span: DAY })
  return {
    take(address, now) {
      const earlier = addresses.get(address) ?? []
      const wait = secondsUntilSignIn(earlier, now, SIGN_INS_PER_ADDRESS)
      if (wait > 0) return wait
      addresses.set(address, [...earlier.slice(-SIGN_INS_PER_ADDRESS.perDay), now], now)
      return 0
    },
  }
}
