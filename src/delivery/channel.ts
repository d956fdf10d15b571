import type { RetrySchedule } from '../domain/outbox/retry-schedule.ts'
import type {
  BeginDecision,
  DeliveryReads,
  DueDelivery,
  TargetShare,
  WaitingTarget,
} from '../store/contract/outbox-store.ts'

/**
 * One way to deliver: by email, or by HTTP to webhooks and chats. A channel is a folder under `channels/` that makes
 * one of these; the worker takes a list of them and knows nothing else of any.
 *
 * @typeParam Content all that `send` needs, as `begin` loaded it
 */
export type Channel<Content = unknown> = {
  /** Value of the column `channel` of the outbox; unique in the list. */
  kind: string
  /** Deliveries in progress at one time on this node. */
  concurrency: number
  retrySchedule: RetrySchedule
  /** Pauses the channel as a whole; another channel goes on. */
  breaker: CircuitBreaker
  /** Shares the channel among its targets. Without it the longest due goes first, whatever its target. */
  turns?: Turns
  /** Names the part of the channel in metrics; the channel itself when omitted. */
  getLabel?(content: Content): string
  /**
   * Loads what the delivery needs and decides whether it may be sent now, budget included. Runs in the transaction that
   * writes the attempt, with the delivery locked: what it locks by `reads` stays locked until then.
   */
  begin(delivery: DueDelivery, reads: DeliveryReads, now: Date): Promise<BeginDecision<Content>>
  /**
   * Composes and sends. Every time limit is well below `LEASE_MS`. Whatever the other side does is a result; a throw
   * means that the delivery could not be composed.
   */
  send(content: Content, now: Date): Promise<SendResult>
  /** Ends within the time limit of the channel; deliveries in progress then get a result. */
  close(): Promise<void>
}

/** Shares one channel among its targets on this node, so that none waits for a slow one and none gets too many at once. */
export type Turns = {
  /** Chooses how many deliveries may begin now, at most `free` in all; nothing of the targets that have to wait. */
  choose(waiting: readonly WaitingTarget[], free: number, now: Date): TargetShare[]
  /** Returns when the next of these may begin, as far as the clock decides it; null without any. */
  nextAt(waiting: readonly WaitingTarget[], now: Date): Date | null
  /** A delivery to the target has begun. */
  begin(target: string, now: Date): void
  /** A delivery to the target has ended after `ms` milliseconds. */
  end(target: string, result: SendResult, end: { ms: number; now: Date }): void
}

/** Pauses one channel while it cannot deliver anything. */
export type CircuitBreaker = {
  /** Returns how many deliveries may begin now: after a pause or an outage one goes first, as a probe. */
  allows(): Promise<'none' | 'probe' | 'all'>
  /** Returns true while the channel was not reached and no probe has succeeded since. */
  isOpen(): boolean
  /**
   * End of the outage, until which not even the probe may begin; null without one. A field, because each wake-up of the
   * worker reads it.
   */
  readonly outageUntil: Date | null
  /** Returns when the probe may begin; null when nothing pauses the channel. */
  resumesAt(): Promise<Date | null>
  /** Returns since when nothing could be delivered, as far as this node knows; null when nothing pauses the channel. */
  brokenSince(): Promise<Date | null>
  /** Opens or closes the breaker by the result of one attempt. */
  recordOutcome(result: SendResult, beganAt: Date): Promise<void>
}

/** The end of one attempt, classified by its channel. `answer`: one line from the other side or the system, without addresses. */
export type SendResult =
  /** The other side took responsibility. `kept`: it stays on this machine, in the embedded mailbox. */
  | { kind: 'sent' | 'kept'; answer: string }
  /** Refused for good. */
  | { kind: 'bounced'; answer: string }
  /** Not delivered; the schedule says when to try again, but not before `minWaitMs` from now. `isUnanswered`: the target was not reached. */
  | { kind: 'deferred'; answer: string; minWaitMs: number; isUnanswered?: true }
  /** Everything was sent and no answer came: it may have been delivered, and is sent again by the schedule. */
  | { kind: 'unknown'; answer: string }
  /** The channel is not reached at all; does not count as an attempt of the schedule. */
  | { kind: 'unreachable'; answer: string; retryAt: Date }
  /** The channel refuses this service and not this delivery; does not count as an attempt of the schedule. */
  | { kind: 'service_refused'; answer: string; retryAt: Date }
