import type { EmailDay, EmailTally } from '../../domain/outbox/email-counts.ts'
import { toEmailDay, toEmailHour } from '../../domain/outbox/email-counts.ts'
import {
  type EmailReputation,
  judgeReputation,
  REPUTATION_HOURS,
} from '../../domain/outbox/email-reputation.ts'
import { DAY, HOUR, later } from '../../domain/time.ts'
import type { Context } from '../context.ts'

/** Counts of all emails of the instance, for its operator. */
export type EmailReport = {
  /** Oldest first; days without emails are left out. */
  days: readonly { day: number; all: EmailTally; unproven: EmailTally }[]
  /** Those with the most problems first, then those with the most emails. */
  domains: readonly Omit<EmailDay, 'day'>[]
  /** Number of domains that were left out. */
  domainsLeft: number
  reputation: EmailReputation
}

/** Maximum number of domains in a report. */
export const MAX_REPORTED_DOMAINS = 200

/**
 * Loads the counts of this many days, including today.
 *
 * @param request.domain text that the reported domains contain; all domains if omitted
 */
export async function loadEmailReport(
  { store }: Context,
  { days, domain, now }: { days: number; domain?: string | undefined; now: Date },
): Promise<EmailReport> {
  const about = { firstDay: toEmailDay(later(now, -(days - 1) * DAY)), domain: domain ?? null }
  const firstHour = toEmailHour(later(now, -(REPUTATION_HOURS - 1) * HOUR))
  const [byDay, { domains, left }, networks] = await Promise.all([
    store.emailCounts.sumByDay(about),
    store.emailCounts.sumByDomain({ ...about, limit: MAX_REPORTED_DOMAINS }),
    store.emailCounts.listUnprovenEmails(firstHour),
  ])
  return { days: byDay, domains, domainsLeft: left, reputation: judgeReputation(networks) }
}
