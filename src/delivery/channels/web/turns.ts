import { later, MINUTE, SECOND } from '../../../domain/time.ts'
import type { TargetShare, WaitingTarget } from '../../../store/contract/outbox-store.ts'
import type { Turns } from '../../channel.ts'

/** Requests in progress at one time to a target that answers quickly; all others get one at a time. */
const MAX_IN_PROGRESS = 4
/** A target whose last answer took longer is slow, as is one that has not answered yet. */
const QUICK_MS = 2 * SECOND
/** Slow targets together leave this part of the channel to the quick ones. */
const QUICK_PART = 1 / 4
/** Requests to one target: in a burst, and for a long time. */
const BURST_LIMIT = 120
const PER_MINUTE_LIMIT = 60
const TOKEN_MS = MINUTE / PER_MINUTE_LIMIT
/** Targets remembered: beyond it those are forgotten that nothing limits now. */
const MAX_REMEMBERED = 10_000

/** `tokens`: requests that it may get at once, as of `at`. */
type Target = { inProgress: number; isQuick: boolean; tokens: number; at: number }

/**
 * Creates the turns of a channel that posts to the servers of many. Each node counts for itself.
 *
 * @param concurrency deliveries in progress at one time
 */
export function createTurns(concurrency: number): Turns {
  const targets = new Map<string, Target>()
  const maxSlow = Math.floor(concurrency * (1 - QUICK_PART))

  function get(name: string, now: Date): Target {
    const known = targets.get(name) ?? {
      inProgress: 0,
      isQuick: false,
      tokens: BURST_LIMIT,
      at: now.getTime(),
    }
    const passed = Math.max(0, now.getTime() - known.at)
    const target = {
      ...known,
      tokens: Math.min(BURST_LIMIT, known.tokens + passed / TOKEN_MS),
      at: now.getTime(),
    }
    targets.set(name, target)
    return target
  }

  function countSlow(): number {
    let count = 0
    for (const { isQuick, inProgress } of targets.values()) if (!isQuick) count += inProgress
    return count
  }

  function forgetIdle(): void {
    if (targets.size <= MAX_REMEMBERED) return
    for (const [name, target] of targets) {
      if (target.inProgress === 0 && target.tokens >= BURST_LIMIT) targets.delete(name)
    }
  }

  return {
    choose(waiting, free, now) {
      const due = waiting
        .filter(({ dueAt }) => dueAt <= now)
        .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
      let left = free
      let slowLeft = maxSlow - countSlow()
      const shares: TargetShare[] = []
      for (const { target: name } of due) {
        if (left <= 0) break
        const target = get(name, now)
        const most = target.isQuick ? MAX_IN_PROGRESS : Math.min(1, slowLeft + target.inProgress)
        const limit = Math.min(left, most - target.inProgress, Math.floor(target.tokens))
        if (limit <= 0) continue
        shares.push({ target: name, limit })
        left -= limit
        if (!target.isQuick) slowLeft -= limit
      }
      return shares
    },
    nextAt(waiting, now) {
      const times = waiting.map((one) => getNextAt(one, get(one.target, now), now))
      return times.length === 0 ? null : new Date(Math.min(...times))
    },
    begin(name, now) {
      const target = get(name, now)
      target.inProgress += 1
      target.tokens -= 1
    },
    end(name, { kind }, ms) {
      const target = targets.get(name)
      if (!target) return
      target.inProgress -= 1
      target.isQuick = kind === 'sent' && ms < QUICK_MS
      forgetIdle()
    },
  }
}

/** Returns when the target may get its next request, as far as the clock decides it. */
function getNextAt({ dueAt }: WaitingTarget, { tokens }: Target, now: Date): number {
  const filledAt = tokens >= 1 ? now : later(now, (1 - tokens) * TOKEN_MS)
  return Math.max(dueAt.getTime(), filledAt.getTime())
}
