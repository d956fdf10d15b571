import { PAUSE_MINUTES } from '../../../domain/outbox/smtp-answer.ts'
import { type Clock, later, MINUTE, SECOND } from '../../../domain/time.ts'
import type { Log } from '../../../runtime/log.ts'
import type { EmailStore } from '../../../store/contract/outbox-store.ts'
import type { Delivered } from './deliver.ts'

/** While the mail server is not reached: how long all emails wait before one tries again, doubling to the longest. */
const SHORTEST_ABSENCE = 5 * SECOND
const LONGEST_ABSENCE = MINUTE

/** What keeps all emails waiting. */
export type CircuitBreaker = {
  /** How many emails may begin now: after a pause or an absence one goes first and probes. */
  mayBegin(): Promise<'none' | 'probe' | 'all'>
  /** Whether the mail server was not reached, and the probe has not ended that. */
  isOut(): boolean
  /** Whether it is absent and not even the probe may begin. */
  isWaitingOut(): boolean
  /** When the probe may begin; null when nothing keeps emails waiting. */
  endsAt(): Promise<Date | null>
  /** Draws the consequences that one email's fate has for all the others. */
  recordOutcome(delivered: Delivered, begunAt: Date): Promise<void>
}

/**
 * A mail server that refuses the service itself rather than an email makes a pause, which all nodes keep. One that is
 * not reached makes an absence, which each node finds out for itself.
 */
export function createCircuitBreaker(parts: { emails: EmailStore; clock: Clock; log: Log }): CircuitBreaker {
  const { emails, clock, log } = parts
  let outage: { until: Date; span: number } | null = null

  const isWaitingOut = () => outage !== null && clock.now() < outage.until

  return {
    async mayBegin() {
      if (outage) return isWaitingOut() ? 'none' : 'probe'
      const pause = await emails.readPause()
      if (!pause) return 'all'
      return clock.now() < pause.until ? 'none' : 'probe'
    },
    isOut: () => outage !== null,
    isWaitingOut,
    async endsAt() {
      const pause = await emails.readPause()
      if (!outage || !pause) return outage?.until ?? pause?.until ?? null
      return outage.until > pause.until ? outage.until : pause.until
    },
    async recordOutcome(delivered, begunAt) {
      const now = clock.now()
      switch (delivered.kind) {
        case 'paused': {
          const pause = await emails.readPause()
          const until = later(now, PAUSE_MINUTES * MINUTE)
          log.error(
            { reason: delivered.reason, until },
            'the mail server refuses this service: all emails wait',
          )
          await emails.setPause({ since: pause?.since ?? now, until, reason: delivered.reason })
          return
        }
        case 'away': {
          // Emails in hand together find the same absence: only the one that probes after it makes it longer.
          if (outage && begunAt < outage.until) return
          const span = outage ? Math.min(outage.span * 2, LONGEST_ABSENCE) : SHORTEST_ABSENCE
          if (!outage) log.warn({ reason: delivered.reason }, 'the mail server is not reached: emails wait')
          outage = { until: later(now, span), span }
          return
        }
        case 'delivered':
        case 'deferred':
        case 'bounced':
        case 'unknown': {
          if (outage) log.info('the mail server is reached again')
          outage = null
          if (delivered.kind !== 'unknown' && (await emails.readPause())) {
            log.info('the mail server accepts this service again')
            await emails.setPause(null)
          }
          return
        }
        default:
          return
      }
    },
  }
}
