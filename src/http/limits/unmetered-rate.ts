import type { Caller } from '../../actions/accounts/caller.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { HOUR } from '../../domain/time.ts'
import { createSlidingWindow } from './sliding-window.ts'

/** Maximum number of requests of one kind that use no quota, such as test events and imports, within an hour. */
export const MAX_UNMETERED_PER_HOUR = 30

/**
 * Creates the limit of one kind of requests that use no quota, for each account, in the memory of this node. The returned
 * function counts a request, and returns a refusal when there were too many, else null.
 *
 * @param things the requests in the plural, such as "test events"
 */
export function createUnmeteredRate(things: string): (caller: Caller, now: Date) => Refusal | null {
  const window = createSlidingWindow([{ times: MAX_UNMETERED_PER_HOUR, span: HOUR }])
  const message = `An account is limited to ${MAX_UNMETERED_PER_HOUR} ${things} an hour. Please try again later.`
  return ({ accountKey }, now) => {
    const retryAfterSeconds = window.take(String(accountKey), now)
    return retryAfterSeconds > 0 ? { code: 'submit_rate', message, retryAfterSeconds } : null
  }
}
