import { getKindRules } from '../../domain/endpoints/kinds.ts'
import { isCountedByAccount, remainingQuota, usesPlanQuota } from '../../domain/plans/month-usage.ts'
import type { ClientShare } from '../../domain/plans/quota-share.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { toQuotaInput } from './record-accepted.ts'

/**
 * Runs a change that reserves in a share, and gives the reservation back when nothing was accepted: the change was refused,
 * or failed. After a failure of unknown outcome the client gains at most what it sent.
 */
export function withShare<Result extends { answer: { kind: string } }>(
  share: ClientShare | null,
  change: () => Promise<Result>,
): Promise<Result> {
  return share === null ? change() : releaseUnlessAccepted(share, change)
}

async function releaseUnlessAccepted<Result extends { answer: { kind: string } }>(
  share: ClientShare,
  change: () => Promise<Result>,
): Promise<Result> {
  let accepted = false
  try {
    const result = await change()
    accepted = result.answer.kind !== 'refused'
    return result
  } finally {
    if (!accepted) share.release()
  }
}

/**
 * Reserves up to `count` in the share that a client has in the month of this endpoint's owner. Only a monthly quota has
 * shares: neither a lifetime allowance nor an unlimited plan.
 *
 * @param request.share null for a caller without a share, such as the owner
 * @param request.atLeast nothing is reserved when fewer fit
 */
export function reserveShare(
  context: Context,
  found: FoundEndpoint,
  request: { share: ClientShare | null; count: number; atLeast: number; now: Date },
): { reserved: number; refusal: Refusal | null } {
  const { share, count, atLeast, now } = request
  const { endpoint, accountKey, key } = found
  const left = usesPlanQuota(endpoint) ? remainingQuota(toQuotaInput(context, found, now)) : Infinity
  if (share === null || count === 0 || left === Infinity) return { reserved: count, refusal: null }
  const { kind } = getKindRules(endpoint)
  const counter = isCountedByAccount(endpoint) ? `${kind} of account ${accountKey}` : `endpoint ${key}`
  return share.reserve({ counter, kind, left }, { count, atLeast })
}
