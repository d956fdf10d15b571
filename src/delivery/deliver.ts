import { type Clock, later, MINUTE, SECOND } from '../domain/time.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { StoreBroken, StoreUnavailable } from '../store/contract/errors.ts'
import type { Failpoints } from '../store/contract/failpoints.ts'
import type {
  BeginRequest,
  Begun,
  BegunAttempt,
  DeliveryLease,
  OutboxStore,
  TargetShare,
} from '../store/contract/outbox-store.ts'
import type { Channel, SendResult } from './channel.ts'
import { type AttemptEnd, decideEnd, storeOutcomes } from './settle.ts'

/** A lease outlives every time limit of a channel, and is renewed while its attempt is in progress. */
const LEASE_MS = 2 * MINUTE
const RENEWAL_INTERVAL_MS = 40 * SECOND
/** Maximum number of due deliveries to decide on at once after the channel has postponed some. */
const MAX_LOOKS = 100
/** Time for which the channel is not asked again about deliveries that it left due. */
const LOOK_AGAIN_MS = 200

/** A delivery whose attempt is stored and is to be sent. `startedAt`: by `performance.now()`. */
type BegunDelivery = BegunAttempt & { beganAt: Date; startedAt: number }

/** A delivery with the result of its attempt, as the channel classified it, and what is stored of it. */
type SentDelivery = AttemptEnd & { begun: BegunDelivery; result: SendResult }

/** The steps of the deliveries of one channel: one bad delivery does not stop the others. */
export type Deliverer = Disposable & {
  /**
   * Stores the attempts of up to `limit` due deliveries before anything is sent. Returns those that are to be sent, null
   * when nothing is due. Throws only when the store cannot be written.
   */
  begin(limit: number): Promise<BegunDelivery[] | null>
  send(begun: BegunDelivery): Promise<SentDelivery>
  /** Stores the outcomes. */
  settle(sent: readonly SentDelivery[]): Promise<void>
  /** Returns true for a result that says that the channel accepts no more. */
  stops(sent: SentDelivery): boolean
}

export type DelivererDeps = {
  outbox: OutboxStore
  /** Name of this node in leases: what it left behind when it died is released at its next start. */
  holder: string
  clock: Clock
  log: Log
  metrics: Metrics
  /** Returns a number from 0 up to 1 that spreads retries. */
  jitter(): number
  failpoint: Failpoints
  /** Returns true once the service is stopping. */
  isClosing(): boolean
}

/** Creates the steps of a channel's deliveries, whose leases are renewed while they are in progress. */
export function createDeliverer(deps: DelivererDeps, channel: Channel): Deliverer {
  const { clock, outbox, holder, failpoint, log, metrics } = deps
  /**
   * The leases of the attempts in progress, by delivery. They are not begun again, so that a clock that jumps past the end of
   * their leases sends nothing twice; other nodes go by the clock of the database.
   */
  const inProgress = new Map<number, DeliveryLease>()
  const renewing = setInterval(renewLeases, RENEWAL_INTERVAL_MS)
  const takeTurn = createTurns()
  /** Set while more may be due than the last write has begun. */
  let hasBacklog = false
  /** Set when the channel postponed deliveries: those that may begin are behind them. */
  let looksFurther = false
  /** Number of free places when the channel left deliveries due, and since when: asking again immediately would change nothing. */
  let spare = { places: 0, at: 0 }

  function renewLeases(): void {
    for (const lease of inProgress.values()) {
      outbox.renew(lease, later(clock.now(), LEASE_MS)).catch((error: unknown) => {
        log.error({ err: error, channel: channel.kind, delivery: lease.deliveryKey }, 'lease_not_renewed')
      })
    }
  }

  /** Finds what may begin; null when nothing may. Reads before anything is written: when nothing is due there is no transaction. */
  async function findWork(limit: number, now: Date): Promise<{ shares?: readonly TargetShare[] } | null> {
    const { turns } = channel
    if (turns) {
      const shares = turns.choose(await outbox.listWaitingTargets(now), limit, now)
      return shares.length === 0 ? null : { shares }
    }
    if (hasBacklog) return {}
    const dueAt = await outbox.nextDueAt(channel.kind, [...inProgress.keys()])
    return dueAt === null || dueAt > now ? null : {}
  }

  /**
   * Begins what is due. A delivery that cannot begin is postponed, so that it stops no other: the one that the channel could
   * not decide on, or else the one that also fails alone.
   */
  async function beginDue(
    limit: number,
    now: Date,
    which: Pick<BeginRequest<unknown>, 'shares' | 'looks'>,
  ): Promise<Begun[]> {
    const until = later(now, LEASE_MS)
    const isAlone = limit === 1 && which.looks === undefined
    let failing: number | null = null
    try {
      return await outbox.begin({
        channel: channel.kind,
        now,
        until,
        limit,
        ...which,
        holder,
        held: [...inProgress.keys()],
        async decide(delivery, reads) {
          failing = delivery.key
          const decision = await channel.begin(delivery, reads, now)
          if (!isAlone) failing = null
          return decision
        },
      })
    } catch (error) {
      if (error instanceof StoreUnavailable || error instanceof StoreBroken) throw error
      if (failing === null && isAlone) throw error
      const { shares } = which
      if (failing === null) return beginDue(1, now, shares ? { shares: toFirst(shares) } : {})
      reportFault(failing, error)
      await outbox.postpone({ deliveryKey: failing, now, until })
      return beginDue(limit, now, which)
    }
  }

  function report(
    { kind, key, startedAt }: { kind: string; key: number; startedAt: number },
    label = channel.kind,
  ): void {
    metrics.observe('formslot_delivery_duration_seconds', (performance.now() - startedAt) / SECOND, label)
    metrics.count('formslot_deliveries_total', label, kind)
    log.debug({ channel: label, delivery: key, result: kind }, 'delivery_attempted')
  }

  /** Reports a delivery that is tried again later. */
  function reportFault(deliveryKey: number, error: unknown): void {
    log.error({ err: error, channel: channel.kind, delivery: deliveryKey }, 'delivery_failed')
    metrics.count('formslot_worker_faults_total')
  }

  /** Tells the breaker of the results. Those that the channel accepted in a row count as one. */
  async function recordOutcomes(settled: readonly SentDelivery[]): Promise<void> {
    const news = settled.filter(
      ({ result }, index) => !isAccepted(result) || !isAccepted(settled[index - 1]?.result),
    )
    for (const { begun, result } of news) {
      try {
        await channel.breaker.recordOutcome(result, begun.beganAt)
      } catch (error) {
        reportFault(begun.delivery.key, error)
      }
    }
  }

  return {
    async begin(limit) {
      const startedAt = performance.now()
      if (startedAt - spare.at > LOOK_AGAIN_MS) spare = { places: 0, at: startedAt }
      const usable = limit - spare.places
      if (usable <= 0) return null
      const beganAt = clock.now()
      const work = await findWork(usable, beganAt)
      if (work === null) return null
      const decided = await beginDue(usable, beganAt, looksFurther ? { ...work, looks: MAX_LOOKS } : work)
      hasBacklog = decided.length >= usable
      looksFurther = decided.some(({ kind }) => kind === 'postponed')
      if (decided.length === 0) return null
      const begun: BegunDelivery[] = []
      for (const one of decided) {
        const { key } = one.delivery
        if (one.kind === 'held' || one.kind === 'ended') report({ kind: one.kind, key, startedAt })
        else if (one.kind === 'begun') {
          inProgress.set(key, one.lease)
          channel.turns?.begin(one.delivery.target, beganAt)
          begun.push({ ...one, beganAt, startedAt })
          failpoint?.('attempt written')
        }
      }
      const left = decided.filter(({ kind }) => kind === 'left').length
      if (left > 0) spare = { places: spare.places + usable - begun.length, at: startedAt }
      return left === decided.length ? null : begun
    },

    async send(begun) {
      await takeTurn()
      const result = await sendAttempt(deps, channel, begun)
      const ms = performance.now() - begun.startedAt
      channel.turns?.end(begun.delivery.target, result, { ms, now: clock.now() })
      failpoint?.('posted')
      const end = decideEnd({ channel, begun, result, now: clock.now(), jitter: deps.jitter() })
      return { begun, result, ...end }
    },

    async settle(sent) {
      const settled: SentDelivery[] = []
      for (const { item, outcome } of await storeOutcomes(deps, sent)) {
        const { delivery, startedAt, content } = item.begun
        inProgress.delete(delivery.key)
        if (outcome.kind === 'failed') reportFault(delivery.key, outcome.error)
        else {
          failpoint?.('settled')
          const kind = outcome.value ? item.kind : 'lost_lease'
          report({ kind, key: delivery.key, startedAt }, channel.getLabel?.(content))
          if (outcome.value) settled.push(item)
        }
      }
      await recordOutcomes(settled)
    },

    stops: ({ result: { kind } }) => kind === 'service_refused' || kind === 'unreachable',

    [Symbol.dispose]: () => clearInterval(renewing),
  }
}

/** Returns the share of one delivery. */
function toFirst([first]: readonly TargetShare[]): TargetShare[] {
  return first ? [{ ...first, limit: 1 }] : []
}

/** Gives each caller a turn of the event loop of its own: other waiting work goes before the next. */
function createTurns(): () => Promise<void> {
  let previous = Promise.resolve()
  return () => {
    previous = previous.then(() => new Promise((resolve) => setImmediate(resolve)))
    return previous
  }
}

/** A delivery that cannot be composed is deferred like any other: tried by the schedule, given up at its end. */
async function sendAttempt(
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

function isAccepted(result: SendResult | undefined): boolean {
  return result?.kind === 'sent' || result?.kind === 'kept'
}
