import { IDLE_DAYS } from '../../domain/endpoints/endpoint.ts'
import { countAccepted, getQuotaWarning, type QuotaInput } from '../../domain/plans/month-usage.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import { DAY, later } from '../../domain/time.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { warnOfQuota } from './quota-email.ts'

/** Keys that `recordAccepted` may take: for the claim email, and for an email about the quota. */
export const KEYS_PER_ACCEPTANCE = 3

/** Converts a found endpoint to the input of the quota rules. */
export function toQuotaInput(context: Context, found: FoundEndpoint, now: Date): QuotaInput {
  return { endpoint: found.endpoint, plan: findPlan(context, found.plan), usage: found.usage, now }
}

/**
 * Builds the consequences of accepting `count` items at a telemetry endpoint or a queue: the endpoint's new facts, the
 * count of the account, the claim email with the first item, and the email about the quota.
 *
 * @param accepted.first name of the first item for the claim email; null where it has none
 */
export function recordAccepted(
  context: Context,
  found: FoundEndpoint,
  accepted: { count: number; first: string | null; now: Date },
): Consequence[] {
  const { now } = accepted
  const quota = toQuotaInput(context, found, now)
  const counted = countAccepted(quota, accepted.count)
  const consequences: Consequence[] = [{ kind: 'endpoint', facts: counted.endpoint }]
  if (counted.usage) consequences.push({ kind: 'usage', usage: counted.usage })
  if (counted.first) {
    consequences.push({
      kind: 'claim_email',
      notice: { kind: 'claim', endpointId: found.endpoint.id, first: accepted.first },
      mailbox: found.endpoint.recipient,
      mailboxKey: found.mailboxKey,
      // The endpoint expires then, unless it accepts more, which sends no second claim email.
      expiresAt: later(now, IDLE_DAYS * DAY),
    })
  }
  const warning = quota.plan && getQuotaWarning(quota.plan, counted)
  if (warning) consequences.push(...warnOfQuota(context, found, warning, now))
  return consequences
}
