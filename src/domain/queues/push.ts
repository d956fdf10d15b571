import { isAgreed } from '../destinations/destination.ts'
import type { Push, WebDestination } from '../destinations/destination-kinds.ts'
import type { EndpointFacts } from '../endpoints/endpoint.ts'
import type { WindowLimit } from '../sliding-window.ts'
import { later, MINUTE, SECOND, toDate } from '../time.ts'
import type { MessageContent, QueueLimits } from './queue.ts'

/** Messages posted to one host by each node, from all queues. */
export const PUSHES_PER_HOST: WindowLimit = { times: 100, span: MINUTE }
/** A message is leased for its request and this much longer, in which the end of the request is stored. */
const SETTLING_MS = 15 * SECOND
/** Minimum pause before a message is posted again. */
export const MIN_PUSH_PAUSE_MS = SECOND

/** The webhook that a queue posts its messages to. */
export type PushDestination = WebDestination & { push: Push }

/** Finds the active webhook of a queue; null while it has none, and its messages can be pulled. */
export function findPush({
  claimedAt,
  retiredAt,
  settings,
}: Pick<EndpointFacts, 'claimedAt' | 'retiredAt' | 'settings'>): PushDestination | null {
  if (!claimedAt || retiredAt) return null
  const active = settings.destinations.find(
    (one) => one.kind !== 'email' && one.push !== null && isAgreed(one),
  )
  return (active as PushDestination | undefined) ?? null
}

/** Returns for how long a message is leased to be posted: longer than its request can take. */
export function getPushLeaseMs({ timeoutSeconds }: Push): number {
  return timeoutSeconds * SECOND + SETTLING_MS
}

/** The end of a request with a message. */
export type PushResult =
  | { kind: 'accepted' }
  /** `pauseMs`: how long the receiver asks to wait; 0 when it does not say. `isGone`: it says that it exists no more. */
  | { kind: 'refused'; answer: string; pauseMs: number; isGone: boolean }

/**
 * Decides when a message that was not accepted is available again: after the pause that the receiver asks for, or else that of
 * a lease, as if a consumer had not acknowledged it. A message that nobody waits for at a webhook that is gone is available
 * at once, to be pulled.
 *
 * @returns `isHeld`: until then no other message takes its place
 */
export function decideReturn(
  { pauseMs, isGone }: Extract<PushResult, { kind: 'refused' }>,
  { leaseMs }: QueueLimits,
  now: Date,
): { readyAt: Date | null; isHeld: boolean } {
  if (isGone) return { readyAt: null, isHeld: false }
  const waitMs = pauseMs > 0 ? pauseMs : leaseMs
  return { readyAt: later(now, Math.max(MIN_PUSH_PAUSE_MS, waitMs)), isHeld: true }
}

/** The last failure of the pushes of a queue: when, and the answer or the reason. */
export type PushFailure = { at: Date; answer: string }

/** Returns the last failure from its columns. */
export function toPushFailure(at: number | null, answer: string | null): PushFailure | null {
  const failedAt = toDate(at)
  return failedAt && answer !== null ? { at: failedAt, answer } : null
}

/** The webhook of a queue, opened for its requests. */
export type PushTarget = {
  queueKey: number
  endpointId: string
  destinationId: string
  addressedAt: Date
  /** Its whole address, which is a secret. */
  address: string
  /** Signing secrets, the newest first. */
  secrets: readonly string[]
  /** Since when all requests have failed; null while the last one succeeded. */
  failingSince: Date | null
  timeoutMs: number
  limits: QueueLimits
}

/** A message that is leased to be posted. `attempt`: counts its deliveries from 1. */
export type PushedMessage = MessageContent & {
  key: number
  lease: string
  id: string
  attempt: number
  isTest: boolean
}

/** `waiting`: no message can be posted before `until`, as far as the clock decides it. `off`: the queue has no active webhook. */
export type BegunPush =
  | { kind: 'begun'; target: PushTarget; messages: readonly PushedMessage[] }
  | { kind: 'waiting'; until: Date | null }
  | { kind: 'off' }
