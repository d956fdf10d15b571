import { type Clock, later } from '../domain/time.ts'
import type { OutboxStore } from '../store/contract/outbox-store.ts'
import type { CircuitBreaker } from './channel.ts'

/** A change of the breaker, for the log of the channel. */
type BreakerChange =
  | { kind: 'unreachable'; reason: string }
  | { kind: 'reachable'; since: Date }
  | { kind: 'refuses_service'; reason: string; until: Date }
  | { kind: 'accepts_service'; since: Date }

/**
 * Creates the breaker of a channel that goes through one server. A server that refuses the service itself causes a
 * pause, which is stored and which all nodes keep. One that is not reached causes an outage, which each node finds out
 * for itself; it doubles from `minOutageMs` to `maxOutageMs`. One can turn into the other: nothing could be delivered since
 * the beginning of the first.
 */
export function createCircuitBreaker(options: {
  channel: string
  outbox: Pick<OutboxStore, 'findPause' | 'setPause'>
  clock: Clock
  minOutageMs: number
  maxOutageMs: number
  report(change: BreakerChange): void
}): CircuitBreaker {
  const { channel, outbox, clock, report } = options
  let outage: { since: Date; until: Date; lengthMs: number } | null = null

  async function pause(reason: string, until: Date): Promise<void> {
    const since = (await brokenSince()) ?? clock.now()
    endOutage()
    report({ kind: 'refuses_service', reason, until })
    await outbox.setPause(channel, { since, until, reason })
  }

  function extendOutage(reason: string, beganAt: Date): void {
    // Attempts in progress together find the same outage: only the probe after it makes it longer.
    if (outage && beganAt < outage.until) return
    const lengthMs = outage ? Math.min(outage.lengthMs * 2, options.maxOutageMs) : options.minOutageMs
    if (!outage) report({ kind: 'unreachable', reason })
    const now = clock.now()
    outage = { since: outage?.since ?? now, until: later(now, lengthMs), lengthMs }
    breaker.outageUntil = outage.until
  }

  function endOutage(): void {
    if (outage) report({ kind: 'reachable', since: outage.since })
    outage = null
    breaker.outageUntil = null
  }

  async function endPause(): Promise<void> {
    const pause = await outbox.findPause(channel)
    if (!pause) return
    report({ kind: 'accepts_service', since: pause.since })
    await outbox.setPause(channel, null)
  }

  async function brokenSince(): Promise<Date | null> {
    const pause = await outbox.findPause(channel)
    if (!outage || !pause) return outage?.since ?? pause?.since ?? null
    return outage.since < pause.since ? outage.since : pause.since
  }

  const breaker: CircuitBreaker & { outageUntil: Date | null } = {
    async allows() {
      if (outage && clock.now() < outage.until) return 'none'
      const pause = await outbox.findPause(channel)
      if (pause && clock.now() < pause.until) return 'none'
      return outage || pause ? 'probe' : 'all'
    },
    isOpen: () => outage !== null,
    outageUntil: null,
    async resumesAt() {
      const pause = await outbox.findPause(channel)
      if (!outage || !pause) return outage?.until ?? pause?.until ?? null
      return outage.until > pause.until ? outage.until : pause.until
    },
    brokenSince,
    async recordOutcome(result, beganAt) {
      switch (result.kind) {
        case 'service_refused':
          return pause(result.answer, result.retryAt)
        case 'unreachable':
          return extendOutage(result.answer, beganAt)
        case 'unknown':
          return endOutage()
        case 'sent':
        case 'kept':
        case 'deferred':
        case 'bounced':
          endOutage()
          return endPause()
      }
    },
  }
  return breaker
}
