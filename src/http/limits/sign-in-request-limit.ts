import { SIGN_INS_PER_ADDRESS, secondsUntilSignIn } from '../../domain/accounts/sign-in.ts'
import { DAY } from '../../domain/time.ts'
import { openRecentMap } from './recent-map.ts'

const ADDRESSES_KEPT = 20_000

export type SignInRequestLimit = {
  /** Takes one email; 0 when there was one left, else the whole seconds until there is. */
  take(address: string, now: Date): number
}

/** The sign-in emails that each client address asked for, in the memory of this node. */
export function createSignInRequestLimit(): SignInRequestLimit {
  const addresses = openRecentMap<readonly Date[]>({ entries: ADDRESSES_KEPT, span: DAY })
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
