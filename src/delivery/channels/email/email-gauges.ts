import type { EmailCeiling } from '../../../domain/outbox/email-ceiling.ts'
import { NO_REPUTATION } from '../../../domain/outbox/email-reputation.ts'
import type { Clock } from '../../../domain/time.ts'
import { MAX_GAUGE_WAIT_MS, type Metrics } from '../../../runtime/metrics.ts'
import { shareRead } from '../../../runtime/shared-read.ts'
import { readIfAvailable } from '../../../store/contract/errors.ts'
import type { EmailChannel } from './email-channel.ts'
import type { WatchedReputation } from './watched-reputation.ts'

/** Registers the gauges that only emails have. */
export function addEmailGauges(
  metrics: Metrics,
  deps: {
    email: Pick<EmailChannel, 'countHeldDomains'>
    reputation: WatchedReputation
    ceiling: EmailCeiling
    clock: Clock
  },
): void {
  const { email, ceiling, clock } = deps
  const reputation = shareRead(
    // Without a ceiling, nothing waits.
    async () =>
      ceiling.perHour === 0 ? NO_REPUTATION : readIfAvailable(() => deps.reputation.get(clock.now())),
    MAX_GAUGE_WAIT_MS,
  )
  metrics.gauge({
    name: 'formslot_email_domains_held',
    help: 'Recipient domains that are held on this node, because their mail servers deferred emails.',
    read: () => email.countHeldDomains(clock.now()),
  })
  metrics.gauge({
    name: 'formslot_email_ceiling_reduced',
    help: '1 while fewer emails about endpoints that nobody has confirmed are sent, because too many of the last 24 hours bounced or were marked as spam.',
    read: async () => {
      const known = await reputation()
      return known && (known.isReduced ? 1 : 0)
    },
  })
  metrics.gauge({
    name: 'formslot_unconfirmed_email_networks_held',
    help: 'Networks whose emails about endpoints that nobody has confirmed wait, because too many of theirs bounced or were marked as spam.',
    read: async () => (await reputation())?.heldNetworks.size ?? null,
  })
}
