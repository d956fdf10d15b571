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
/** Pauses of a target that did not answer, doubling from the shorter to the longer. */
const MIN_PAUSE_MS = SECOND
const MAX_PAUSE_MS = MINUTE
/** Targets remembered: beyond it those are forgotten that nothing limits now. */
const MAX_REMEMBERED = 10_000
const NEVER = 0

/** `tokens`: requests that it may get at once, as of `at`. `beganAt`: when its last one began. `pause`: null while it answers. */
type Target = {
  inProgress: number
  isQuick: boolean
  tokens: number
  at: number
  beganAt: number
  pause: { ms: number; until: number } | null
}

/**
 * Creates the turns of a channel that posts to the servers of many. Each node counts for itself.
 *
 * @param concurrency deliveries in progress at one time
 */
export function createTurns(concurrency: number): Turns {
  const targets = new Map<string, Target>()
  const maxSlow = Math.floor(concurrency * (1 - QUICK_PART))

  function get(name: string, now: Date): Target {
    const at = now.getTime()
    const fresh = { inProgress: 0, isQuick: false, tokens: BURST_LIMIT, at, beganAt: NEVER, pause: null }
    const target = targets.get(name) ?? fresh
    target.tokens = countTokens(target, at)
    target.at = at
    targets.set(name, target)
    return target
  }

  function countSlow(): number {
    let count = 0
    for (const { isQuick, inProgress } of targets.values()) if (!isQuick) count += inProgress
    return count
  }

  function forgetIdle(now: number): void {
    if (targets.size <= MAX_REMEMBERED) return
    for (const [name, target] of targets) {
      const isLimited = countTokens(target, now) < BURST_LIMIT || (target.pause?.until ?? 0) > now
      if (target.inProgress === 0 && !isLimited) targets.delete(name)
    }
  }

  /** Puts the targets first that began longest ago: many slow ones with much to send do not keep others waiting. */
  function compareTurns(one: WaitingTarget, other: WaitingTarget): number {
    const beganAt = ({ target }: WaitingTarget) => targets.get(target)?.beganAt ?? NEVER
    return beganAt(one) - beganAt(other) || one.dueAt.getTime() - other.dueAt.getTime()
  }

  return {
    choose(waiting, free, now) {
      const due = waiting.filter(({ dueAt }) => dueAt <= now).toSorted(compareTurns)
      let left = free
      let slowLeft = maxSlow - countSlow()
      const shares: TargetShare[] = []
      for (const { target: name } of due) {
        if (left <= 0) break
        const target = get(name, now)
        if (target.pause && target.pause.until > now.getTime()) continue
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
      target.beganAt = now.getTime()
    },
    end(name, result, { ms, now }) {
      const target = get(name, now)
      target.inProgress -= 1
      const isAnswered = !(result.kind === 'deferred' && result.isUnanswered) && result.kind !== 'unknown'
      target.isQuick = isAnswered && ms < QUICK_MS
      target.pause = isAnswered ? null : lengthen(target.pause, now)
      forgetIdle(now.getTime())
    },
  }
}

/** Returns the requests that a target may get at once. */
function countTokens({ tokens, at }: Target, now: number): number {
  return Math.min(BURST_LIMIT, tokens + Math.max(0, now - at) / TOKEN_MS)
}

function lengthen(pause: Target['pause'], now: Date): Target['pause'] {
  const ms = pause ? Math.min(2 * pause.ms, MAX_PAUSE_MS) : MIN_PAUSE_MS
  return { ms, until: later(now, ms).getTime() }
}

/** Returns when the target may get its next request, as far as the clock decides it. */
function getNextAt({ dueAt }: WaitingTarget, { tokens, pause }: Target, now: Date): number {
  const filledAt = tokens >= 1 ? now : later(now, (1 - tokens) * TOKEN_MS)
  return Math.max(dueAt.getTime(), filledAt.getTime(), pause?.until ?? 0)
}
