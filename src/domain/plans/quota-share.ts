import type { EndpointKind } from '../endpoints/kind.ts'
import type { Refusal } from '../refusal.ts'
import { HOUR, later, secondsUntil } from '../time.ts'

/** Time for which what a client has used counts against its share of a month. */
export const SHARE_SPAN_MS = HOUR
/** The share of a client is never less than this, so that small plans remain usable. */
const MIN_SHARE: Record<EndpointKind, number> = { form: 10, telemetry: 500, queue: 25 }

/** Use of a quota by a client at one time. */
export type Use = { at: Date; count: number }

/** A quota of a month that clients share. */
export type SharedQuota = {
  /** Name of the count against the quota; unique in the instance. */
  counter: string
  kind: EndpointKind
  /** Number that the month still allows. */
  left: number
  /** The share of a client is never less than this; left out: than that of the kind. */
  least?: number
}

type Quota = Omit<SharedQuota, 'counter'>

/** The shares of one client address in the quotas that one request uses. */
export type ClientShare = {
  /**
   * Reserves up to `count`, in place of an earlier reservation for the same request; nothing when fewer than `atLeast` fit.
   *
   * @returns the number reserved, and the refusal of the rest; null when everything fits
   */
  reserve(
    quota: SharedQuota,
    request: { count: number; atLeast: number },
  ): {
    reserved: number
    refusal: Refusal | null
  }
  /** Gives the reservation back: nothing was accepted. */
  release(): void
}

/** Returns the most that a client may use within the hour: half of what was left without its own use. */
function getShare({ kind, left, least = MIN_SHARE[kind] }: Quota, used: number): number {
  return Math.max(least, Math.floor((left + used) / 2))
}

/** Returns how many more a client may use now. */
export function roomInShare(quota: Quota, uses: readonly Use[]): number {
  const used = sumUses(uses)
  return Math.max(0, getShare(quota, used) - used)
}

/**
 * Returns the refusal of `count` that do not fit into the share of a client. It has a wait unless they never fit.
 *
 * @param uses what the client used within the hour, oldest first
 */
export function toShareRefusal(
  quota: Quota,
  { uses, count, now }: { uses: readonly Use[]; count: number; now: Date },
): Refusal {
  const most = getShare(quota, 0)
  if (count > most) {
    const message = `This request contains ${count}, but one IP address can send at most ${most} within an hour: its share of what is left of the monthly quota. Send fewer at once.`
    return { code: 'submit_rate', message }
  }
  const kept = [...uses]
  let freeAt = now
  while (roomInShare(quota, kept) < count) {
    const oldest = kept.shift()
    if (!oldest) break
    freeAt = later(oldest.at, SHARE_SPAN_MS)
  }
  const message = 'This IP address has used up its share of the monthly quota for this hour. Try again later.'
  return { code: 'submit_rate', message, retryAfterSeconds: secondsUntil(freeAt, now) }
}

function sumUses(uses: readonly Use[]): number {
  return uses.reduce((sum, { count }) => sum + count, 0)
}
