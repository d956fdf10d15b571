import { DAY } from '../../domain/time.ts'
import { createSlidingWindow } from './sliding-window.ts'

/**
 * Starts of stopped emails that one link can cause within a day. Each start and each stop is an entry in the audit log, and
 * whoever has the link can repeat them.
 */
export const MAX_STARTS_PER_DAY = 20

/**
 * Creates the limit of starts for each link, in the memory of this node. The returned function counts a start, and returns
 * the seconds until one is allowed; 0 when it is now.
 */
export function createStartRate(): (token: string, now: Date) => number {
  const window = createSlidingWindow([{ times: MAX_STARTS_PER_DAY, span: DAY }])
  return (token, now) => window.take(token, now)
}
