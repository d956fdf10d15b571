import type { Caller } from '../../actions/accounts/caller.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { HOUR } from '../../domain/time.ts'
import { createSlidingWindow } from './sliding-window.ts'

/** Maximum number of tests of one kind, or of imports, that an account sends within an hour, because they use no quota. */
export const MAX_TESTS_PER_HOUR = 30

/**
 * Creates the limit of tests of one kind for each account, in the memory of this node. The returned function counts a test,
 * and returns a refusal when there were too many, else null.
 *
 * @param tests the tests in the plural, such as "test events"
 */
export function createTestRate(tests: string): (caller: Caller, now: Date) => Refusal | null {
  const window = createSlidingWindow([{ times: MAX_TESTS_PER_HOUR, span: HOUR }])
  const message = `An account can send ${MAX_TESTS_PER_HOUR} ${tests} an hour. Please try again later.`
  return ({ accountKey }, now) => {
    const retryAfterSeconds = window.take(String(accountKey), now)
    return retryAfterSeconds > 0 ? { code: 'submit_rate', message, retryAfterSeconds } : null
  }
}
