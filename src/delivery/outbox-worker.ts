import type { Keys } from '../domain/keys.ts'
import { type Clock, later, MINUTE, SECOND } from '../domain/time.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Failpoints } from '../store/contract/failpoints.ts'
import type { EmailStore, LeasedEmail } from '../store/contract/outbox-store.ts'
import { createCircuitBreaker } from './channels/email/circuit-breaker.ts'
import { type Delivered, deliverEmail } from './channels/email/deliver.ts'
import type { Mailer } from './channels/email/mailer.ts'
import type { Sender } from './channels/email/templates/email.ts'
import { createPool } from './pool.ts'

/** A lease outlives every time-out of the mailer and is renewed while the email is in hand. */
const LEASE = 2 * MINUTE
const RENEWAL = 40 * SECOND
/** Emails in hand at once: twice as many as the mailer posts, so that no connection waits for the store. */
const HANDS = 10
/** Emails leased at once, those in hand and as many laid out for the next. */
const LEASED_AT_ONCE = { probe: 1, all: 2 * HANDS }
/** Also without being woken the worker looks for due emails: another node may have written them. */
const LONGEST_NAP = 15 * SECOND
/** While all emails are due but must wait, as in a pause, the worker does not spin. */
const SHORTEST_NAP = 100

export type Worker = {
  /** Delivers what is due now; resolves with how many emails it took in hand once nothing more is due. */
  drain(): Promise<number>
  /** Begins to deliver on its own. */
  start(): void
  /** Says that an email may be due. */
  wake(): void
  /** Takes no new email, finishes those in hand, gives back its leases. */
  close(): Promise<void>
}

/**
 * Carries out the jobs: leases due emails and delivers them, but not while the mail server is at a standstill.
 *
 * @param parts.holder this node's name in leases: what it left behind when it died is released at once
 */
export function openWorker(parts: {
  emails: EmailStore
  keys: Keys
  mailer: Mailer
  sender: Sender
  clock: Clock
  jitter(): number
  holder: string
  log: Log
  metrics: Metrics
  failpoint: Failpoints
}): Worker {
  const { emails, clock, log, metrics, failpoint } = parts
  const standstill = createCircuitBreaker(parts)
  let closing = false
  let draining: Promise<number> | null = null
  let running: Promise<void> | null = null
  let wakeUp: (() => void) | null = null
  let lastTurn = Promise.resolve()
  let woken = false
  /** Puts an idle hand to work while others are busy. */
  let notify: (() => void) | null = null

  async function drain(): Promise<number> {
    draining ??= drainOnce().finally(() => {
      draining = null
    })
    return draining
  }

  async function drainOnce(): Promise<number> {
    let taken = 0
    while (!closing) {
      const may = await standstill.mayBegin()
      if (may === 'none') return taken
      const leased = await lease(LEASED_AT_ONCE[may])
      if (leased.length === 0) return taken
      taken += await handle(leased, may)
    }
    return taken
  }

  async function lease(limit: number): Promise<LeasedEmail[]> {
    const now = clock.now()
    const leased = await emails.lease({ now, until: later(now, LEASE), limit, holder: parts.holder })
    if (leased.length > 0) failpoint('leased')
    return leased
  }

  async function handle(leased: LeasedEmail[], may: 'probe' | 'all'): Promise<number> {
    const hands = createPool({
      count: HANDS,
      leased,
      lease: may === 'probe' ? null : lease,
      deliver: async (email) => {
        await ownTurn()
        return deliver(email)
      },
      mayGoOn: () => !closing && (may === 'probe' || !standstill.isOut()),
      release: emails.release,
    })
    notify = hands.notify
    try {
      return await hands.empty
    } finally {
      notify = null
    }
  }

  /** One email begins in a turn of the event loop: what else waits goes before the next. */
  function ownTurn(): Promise<void> {
    lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve)))
    return lastTurn
  }

  async function deliver(email: LeasedEmail): Promise<Delivered> {
    const begunAt = clock.now()
    const renewing = setInterval(() => {
      emails.renew(email, later(clock.now(), LEASE)).catch((error: unknown) => {
        log.error({ err: error, job: email.jobKey }, 'the lease of an email could not be renewed')
      })
    }, RENEWAL)
    try {
      const startedAt = performance.now()
      const delivered = await deliverEmail({ ...parts, failpoint }, email)
      metrics.observe('formslot_delivery_duration_seconds', (performance.now() - startedAt) / SECOND)
      metrics.count('formslot_emails_total', delivered.kind)
      log.debug({ job: email.jobKey, result: delivered.kind }, 'email')
      await standstill.recordOutcome(delivered, begunAt)
      return delivered
    } catch (error) {
      // Its lease ends and it is tried again; one email that cannot be read must not stop the others.
      log.error({ err: error, job: email.jobKey }, 'an email could not be delivered')
      metrics.count('formslot_worker_faults_total')
      return { kind: 'lost_lease' }
    } finally {
      clearInterval(renewing)
    }
  }

  async function run(): Promise<void> {
    while (!closing) {
      let span = LONGEST_NAP
      try {
        await drain()
        span = await untilNextEmail()
      } catch (error) {
        // The store is away; what is leased is tried again when its lease ends.
        log.error({ err: error }, 'delivering emails failed')
        metrics.count('formslot_worker_faults_total')
      }
      await nap(span)
    }
  }

  async function untilNextEmail(): Promise<number> {
    const now = clock.now().getTime()
    const dueAt = (await emails.nextDueAt())?.getTime() ?? Infinity
    const resumeAt = (await standstill.endsAt())?.getTime() ?? 0
    return Math.min(LONGEST_NAP, Math.max(SHORTEST_NAP, dueAt - now, resumeAt - now))
  }

  function nap(span: number): Promise<void> {
    if (woken || closing) {
      woken = false
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        wakeUp = null
        woken = false
        resolve()
      }
      const timer = setTimeout(done, span)
      wakeUp = done
    })
  }

  return {
    drain,
    start() {
      running ??= run()
    },
    wake() {
      // Emails that came meanwhile wait for the end of the absence as well.
      if (standstill.isWaitingOut()) return
      woken = true
      wakeUp?.()
      notify?.()
    },
    async close() {
      closing = true
      wakeUp?.()
      // Told at once, so that the mailer's limit for closing binds the emails in hand, not only what comes after them.
      const mailerClosed = parts.mailer.close()
      await Promise.allSettled([running, draining, mailerClosed])
      await emails.releaseLeases(parts.holder)
      await mailerClosed
    },
  }
}
