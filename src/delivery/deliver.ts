import { type Clock, later, SECOND } from '../domain/time.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Failpoints } from '../store/contract/failpoints.ts'
import type {
  Begun,
  BegunAttempt,
  DeliveryLease,
  OutboxStore,
  Settlement,
} from '../store/contract/outbox-store.ts'
import { inOneWrite, settleWhenPossible } from './batch-writes.ts'
import type { Channel, SendResult } from './channel.ts'
import { type AttemptEnd, settleAttempt } from './settle-attempt.ts'

/** Interval at which the leases of deliveries in progress are renewed. */
const RENEWAL_INTERVAL_MS = 40 * SECOND

/** A leased delivery whose attempt is stored and is to be sent. `startedAt`: by `performance.now()`. */
type BegunDelivery = { lease: DeliveryLease; attempt: BegunAttempt; beganAt: Date; startedAt: number }

/** A delivery with the result of its attempt, as the channel classified it, and what is stored of it. */
type SentDelivery = Pick<BegunDelivery, 'lease' | 'beganAt' | 'startedAt'> & {
  result: SendResult
  kind: AttemptEnd
  settlement: Settlement
}

/** The steps of leased deliveries of one channel. None of them throws: one bad delivery must not stop the others. */
type Deliverer = Disposable & {
  /** Stores the attempts of deliveries before anything is sent. Returns those that are to be sent. */
  begin(leases: readonly DeliveryLease[]): Promise<BegunDelivery[]>
  send(begun: BegunDelivery): Promise<SentDelivery>
  /** Stores the outcomes. */
  settle(sent: readonly SentDelivery[]): Promise<void>
  /** Returns true for a result that says that the channel accepts no more. */
  stops(sent: SentDelivery): boolean
}

export type DelivererDeps = {
  outbox: OutboxStore
  clock: Clock
  log: Log
  metrics: Metrics
  /** Returns a number from 0 up to 1 that spreads retries. */
  jitter(): number
  failpoint: Failpoints
  /** Returns true once the service is stopping. */
  isClosing(): boolean
}

/**
 * Creates the steps of a channel's deliveries, whose leases are renewed while they are in progress.
 *
 * @param options.leaseMs duration of a lease, from the beginning of its attempt on
 * @param options.ended called with each lease whose delivery this process no longer works on
 */
export function createDeliverer(
  deps: DelivererDeps,
  channel: Channel,
  options: { leaseMs: number; ended(lease: DeliveryLease): void },
): Deliverer {
  const { clock, outbox, failpoint } = deps
  const leasesInProgress = renewRegularly(deps, channel, options)
  const takeTurn = createTurns()

  async function store(leases: readonly DeliveryLease[], beganAt: Date): Promise<Begun<unknown>[]> {
    return outbox.begin({
      leases,
      now: beganAt,
      until: later(beganAt, options.leaseMs),
      decide: (delivery, reads) => channel.begin(delivery, reads, beganAt),
    })
  }

  return {
    async begin(leases) {
      const startedAt = performance.now()
      const beganAt = clock.now()
      const begun: BegunDelivery[] = []
      const attempts = await inOneWrite(leases, (some) => store(some, beganAt))
      for (const { item: lease, outcome } of attempts) {
        if (outcome.kind === 'failed') {
          options.ended(lease)
          reportFault(deps, channel, { lease, error: outcome.error })
        } else if (outcome.value.kind !== 'begun') {
          options.ended(lease)
          report(deps, channel, { lease, kind: outcome.value.kind, startedAt })
        } else {
          leasesInProgress.add(lease)
          begun.push({ lease, attempt: outcome.value, beganAt, startedAt })
          failpoint?.('attempt written')
        }
      }
      return begun
    },

    async send(begun) {
      await takeTurn()
      return sendBegun(deps, channel, begun)
    },

    async settle(sent) {
      const outcomes = await inOneWrite(sent, (some) =>
        settleWhenPossible(
          deps,
          some.map(({ settlement }) => settlement),
        ),
      )
      const settled: SentDelivery[] = []
      for (const { item, outcome } of outcomes) {
        leasesInProgress.delete(item.lease)
        options.ended(item.lease)
        if (outcome.kind === 'failed') reportFault(deps, channel, { lease: item.lease, error: outcome.error })
        else {
          failpoint?.('settled')
          report(deps, channel, { ...item, kind: outcome.value ? item.kind : 'lost_lease' })
          if (outcome.value) settled.push(item)
        }
      }
      await recordOutcomes(deps, channel, settled)
    },

    stops: ({ result: { kind } }) => kind === 'service_refused' || kind === 'unreachable',

    [Symbol.dispose]: leasesInProgress[Symbol.dispose],
  }
}

/** Renews the leases in the list until it is disposed of. */
function renewRegularly(
  { outbox, clock, log }: DelivererDeps,
  channel: Channel,
  { leaseMs }: { leaseMs: number },
) {
  const leases = new Set<DeliveryLease>()
  const renewing = setInterval(() => {
    for (const lease of leases) {
      outbox.renew(lease, later(clock.now(), leaseMs)).catch((error: unknown) => {
        log.error({ err: error, channel: channel.kind, delivery: lease.deliveryKey }, 'lease_not_renewed')
      })
    }
  }, RENEWAL_INTERVAL_MS)
  return {
    add: (lease: DeliveryLease) => leases.add(lease),
    delete: (lease: DeliveryLease) => leases.delete(lease),
    [Symbol.dispose]: () => clearInterval(renewing),
  }
}

/** Gives each caller a turn of the event loop of its own: other waiting work goes before the next. */
function createTurns(): () => Promise<void> {
  let previous = Promise.resolve()
  return () => {
    previous = previous.then(() => new Promise((resolve) => setImmediate(resolve)))
    return previous
  }
}

async function sendBegun(
  deps: DelivererDeps,
  channel: Channel,
  { attempt, ...delivery }: BegunDelivery,
): Promise<SentDelivery> {
  const result = await send(deps, channel, attempt)
  deps.failpoint?.('posted')
  const now = deps.clock.now()
  const { kind, settlement } = settleAttempt({ channel, begun: attempt, result, now, jitter: deps.jitter() })
  const { lease } = delivery
  return {
    ...delivery,
    result,
    kind,
    settlement: { lease, attemptKey: attempt.attemptKey, now, ...settlement },
  }
}

/** A delivery that cannot be composed is deferred like any other: tried by the schedule, given up at its end. */
async function send(
  { clock, log }: Pick<DelivererDeps, 'clock' | 'log'>,
  channel: Channel,
  { delivery, content }: BegunAttempt,
): Promise<SendResult> {
  try {
    return await channel.send(content, clock.now())
  } catch (error) {
    log.error({ err: error, channel: channel.kind, delivery: delivery.key }, 'delivery_not_composed')
    return { kind: 'deferred', answer: 'The content could not be composed.', minWaitMs: 0 }
  }
}

/** Tells the breaker of the results. Those that the channel accepted in a row count as one. */
async function recordOutcomes(
  deps: DelivererDeps,
  channel: Channel,
  settled: readonly SentDelivery[],
): Promise<void> {
  const news = settled.filter(
    ({ result }, index) => !isAccepted(result) || !isAccepted(settled[index - 1]?.result),
  )
  for (const { lease, result, beganAt } of news) {
    try {
      await channel.breaker.recordOutcome(result, beganAt)
    } catch (error) {
      reportFault(deps, channel, { lease, error })
    }
  }
}

function isAccepted(result: SendResult | undefined): boolean {
  return result?.kind === 'sent' || result?.kind === 'kept'
}

function report(
  { log, metrics }: DelivererDeps,
  channel: Channel,
  { lease, kind, startedAt }: { lease: DeliveryLease; kind: string; startedAt: number },
): void {
  metrics.observe('formslot_delivery_duration_seconds', (performance.now() - startedAt) / SECOND)
  metrics.count('formslot_deliveries_total', channel.kind, kind)
  log.debug({ channel: channel.kind, delivery: lease.deliveryKey, result: kind }, 'delivery_attempted')
}

/** Reports a delivery whose lease ends, so that it is tried again. */
function reportFault(
  { log, metrics }: DelivererDeps,
  channel: Channel,
  { lease, error }: { lease: DeliveryLease; error: unknown },
): void {
  log.error({ err: error, channel: channel.kind, delivery: lease.deliveryKey }, 'delivery_failed')
  metrics.count('formslot_worker_faults_total')
}
