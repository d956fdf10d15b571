import {
  type ClientShare,
  roomInShare,
  SHARE_SPAN_MS,
  type SharedQuota,
  toShareRefusal,
  type Use,
} from '../../domain/plans/quota-share.ts'
import { MINUTE } from '../../domain/time.ts'
import { createRecentMap } from './recent-map.ts'

/** Maximum number of clients and quotas; the one that was counted least recently is dropped. */
const MAX_SHARES = 20_000

export type QuotaShares = {
  /** Returns the shares of a client for one request; null while they are turned off. */
  open(client: { address: string; now: Date }): ClientShare | null
}

/**
 * Creates the shares of client addresses in monthly quotas, in the memory of this node. What a client uses within a minute
 * counts as one use, at the time of the last.
 *
 * @param submitPerMinute 0 turns the shares off
 */
export function createQuotaShares(submitPerMinute: number): QuotaShares {
  if (submitPerMinute === 0) return { open: () => null }
  const shares = createRecentMap<Use[]>({ entries: MAX_SHARES, span: SHARE_SPAN_MS })

  /** Returns what counts now, oldest first; what the clock says is yet to come counts as now. */
  function listUses(key: string, now: Date): Use[] {
    return (shares.get(key) ?? []).filter(({ at }) => Math.abs(now.getTime() - at.getTime()) < SHARE_SPAN_MS)
  }

  function add(key: string, { count, now }: { count: number; now: Date }): Use {
    const uses = listUses(key, now)
    const last = uses.at(-1)
    if (last && Math.floor(last.at.getTime() / MINUTE) === Math.floor(now.getTime() / MINUTE)) {
      last.count += count
      last.at = now
      shares.set(key, uses, now)
      return last
    }
    const use = { at: now, count }
    shares.set(key, [...uses, use], now)
    return use
  }

  return {
    open({ address, now }) {
      let reservation: { use: Use; count: number } | null = null

      function release(): void {
        if (reservation) reservation.use.count -= reservation.count
        reservation = null
      }

      function reserve(quota: SharedQuota, { count, atLeast }: { count: number; atLeast: number }) {
        // The transaction may decide again after a conflict.
        release()
        const key = `${quota.counter} ${address}`
        const room = roomInShare(quota, listUses(key, now))
        const reserved = room < atLeast ? 0 : Math.min(count, room)
        if (reserved > 0) reservation = { use: add(key, { count: reserved, now }), count: reserved }
        if (reserved === count) return { reserved, refusal: null }
        const left = quota.left - reserved
        const refusal = toShareRefusal({ ...quota, left }, { uses: listUses(key, now), count: atLeast, now })
        return { reserved, refusal }
      }

      return { reserve, release }
    },
  }
}
