import { toEmailHour } from '../../../domain/outbox/email-counts.ts'
import {
  type EmailReputation,
  judgeReputation,
  type NetworkEmails,
  NO_REPUTATION,
  REPUTATION_HOURS,
} from '../../../domain/outbox/email-reputation.ts'
import { HOUR, later, MINUTE } from '../../../domain/time.ts'
import type { Log } from '../../../runtime/log.ts'

/** Time for which the reputation is cached. */
const MAX_AGE_MS = MINUTE

/** The reputation of the instance, at most `MAX_AGE_MS` old. */
export type WatchedReputation = { get(now: Date): Promise<EmailReputation> }

/** Creates the reputation from the counts of all nodes, and logs its changes. */
export function watchReputation(parts: {
  listUnprovenEmails(firstHour: number): Promise<NetworkEmails[]>
  log: Log
}): WatchedReputation {
  let known: { reputation: EmailReputation; at: Date } | null = null

  function report(before: EmailReputation, after: EmailReputation): void {
    const { emails, bounced, complaints, isReduced, heldNetworks } = after
    const facts = { emails, bounced, complaints, networks: heldNetworks.size }
    if (isReduced && !before.isReduced) parts.log.warn(facts, 'unproven_emails_reduced')
    if (!isReduced && before.isReduced) parts.log.info(facts, 'unproven_emails_restored')
    if (heldNetworks.size > before.heldNetworks.size) parts.log.warn(facts, 'unproven_networks_held')
  }

  return {
    async get(now) {
      if (known && now >= known.at && now.getTime() - known.at.getTime() < MAX_AGE_MS) return known.reputation
      const firstHour = toEmailHour(later(now, -(REPUTATION_HOURS - 1) * HOUR))
      const reputation = judgeReputation(await parts.listUnprovenEmails(firstHour))
      report(known?.reputation ?? NO_REPUTATION, reputation)
      known = { reputation, at: now }
      return reputation
    },
  }
}
