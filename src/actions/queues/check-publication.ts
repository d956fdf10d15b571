import { checkState, remainingQuota, toQuotaRefusal } from '../../domain/plans/month-usage.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { toQuotaInput } from '../plans/record-accepted.ts'

/** Returns the refusal that publishing `count` messages would get now, or null when they would be accepted. */
export function checkPublication(
  context: Context,
  found: FoundEndpoint,
  { count, now }: { count: number; now: Date },
): Refusal | null {
  const quota = toQuotaInput(context, found, now)
  const refusal = checkState(quota)
  if (refusal) return refusal
  const left = remainingQuota(quota)
  if (left >= count) return null
  return {
    ...toQuotaRefusal(quota),
    message: `${count} messages were sent but the limit leaves room for ${left}, so none was accepted.`,
  }
}
