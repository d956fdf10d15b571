import type { Keys } from '../../../domain/keys.ts'
import type { EmailCeiling } from '../../../domain/outbox/email-ceiling.ts'
import { EMAIL_RETRY_SCHEDULE } from '../../../domain/outbox/retry-schedule.ts'
import type { PlanTable } from '../../../domain/plans/plan.ts'
import { type Clock, MINUTE, SECOND } from '../../../domain/time.ts'
import { loadLater } from '../../../runtime/load-later.ts'
import type { Log } from '../../../runtime/log.ts'
import type { OutboxStore } from '../../../store/contract/outbox-store.ts'
import type { Channel, CircuitBreaker } from '../../channel.ts'
import { createCircuitBreaker } from '../../circuit-breaker.ts'
import { type FoundEmail, loadEmail, mayBegin } from './begin.ts'
import { classifyFailure } from './classify.ts'
import type { Mailer } from './mailer.ts'
import type { Sender } from './templates/email.ts'

const EMAIL = 'email'
const loadTemplates = loadLater(() => import('./compose.ts'))
/** Twice as many as the mailer has connections, so that no connection waits for the store. */
const CONCURRENT_EMAILS = 10
/** Waits for a mail server that is not reached, doubling from the shorter to the longer. */
const MIN_OUTAGE_MS = 5 * SECOND
const MAX_OUTAGE_MS = MINUTE

/** Creates the channel that delivers by mail: the recipient's own email, emails to destinations, and notices. */
export function createEmailChannel(deps: {
  mailer: Mailer
  outbox: OutboxStore
  keys: Keys
  sender: Sender
  plans: PlanTable
  ceiling: EmailCeiling
  clock: Clock
  log: Log
}): Channel<FoundEmail> {
  const { mailer } = deps
  return {
    kind: EMAIL,
    concurrency: CONCURRENT_EMAILS,
    retrySchedule: EMAIL_RETRY_SCHEDULE,
    breaker: createMailCircuitBreaker(deps),
    async begin(delivery, reads, now) {
      return mayBegin(await loadEmail(delivery, reads, deps.ceiling), now, deps.plans)
    },
    async send(found, now) {
      const { composeEmail } = await loadTemplates()
      const posted = await mailer.post(composeEmail(found, { ...deps, now }))
      if (posted.kind === 'failed') return classifyFailure(posted.failure, deps.clock.now())
      return { kind: mailer.kind === 'mailbox' ? 'kept' : 'sent', answer: posted.answer }
    },
    close: () => mailer.close(),
  }
}

function createMailCircuitBreaker(deps: { outbox: OutboxStore; clock: Clock; log: Log }): CircuitBreaker {
  const { log } = deps
  return createCircuitBreaker({
    ...deps,
    channel: EMAIL,
    minOutageMs: MIN_OUTAGE_MS,
    maxOutageMs: MAX_OUTAGE_MS,
    report(change) {
      switch (change.kind) {
        case 'unreachable':
          return log.warn({ reason: change.reason }, 'mail_server_unreachable')
        case 'reachable':
          return log.info({ unreachable_since: change.since }, 'mail_server_reachable')
        case 'refuses_service':
          return log.error({ reason: change.reason, until: change.until }, 'mail_server_refuses_service')
        case 'accepts_service':
          return log.info({ delayed_since: change.since }, 'mail_server_accepts_service')
      }
    },
  })
}
