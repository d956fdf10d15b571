import type { Clock } from '../../../domain/time.ts'
import { MAX_GAUGE_WAIT_MS, type Metrics } from '../../../runtime/metrics.ts'
import { shareRead } from '../../../runtime/shared-read.ts'
import { readIfAvailable } from '../../../store/contract/errors.ts'
import type { EmailChannel } from './email-channel.ts'
import type { WatchedReputation } from './watched-reputation.ts'

/** Registers the gauges that only emails have. */
export function addEmailGauges(
  metrics: Metrics,
  deps: { email: Pick<EmailChannel, 'countHeldDomains'>; reputation: WatchedReputation; clock: Clock },
): void {
  const { email, clock } = deps
  const reputation = shareRead(
    () => readIfAvailable(() => deps.reputation.get(clock.now())),
    MAX_GAUGE_WAIT_MS,
  )
  metrics.gauge({
    name: 'formslot_email_domains_held',
    help: 'Domains of recipients that emails wait for on this node, because those before them were put off.',
    read: () => email.countHeldDomains(clock.now()),
  })
  metrics.gauge({
    name: 'formslot_email_ceiling_reduced',
    help: '1 while fewer emails are sent about endpoints that nobody has confirmed, because too many of the last 24 hours bounced or were called spam.',
    read: async () => {
      const known = await reputation()
      return known && (known.isReduced ? 1 : 0)
    },
  })
  metrics.gauge({
    name: 'formslot_unconfirmed_email_networks_held',
    help: 'Networks whose endpoints nobody has confirmed and whose emails wait, because too many of theirs bounced or were called spam.',
    read: async () => (await reputation())?.heldNetworks.size ?? null,
  })
}
