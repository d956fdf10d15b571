import { type Clock, SECOND } from '../domain/time.ts'
import { MAX_GAUGE_WAIT_MS, type Metrics } from '../runtime/metrics.ts'
import { shareRead } from '../runtime/shared-read.ts'
import { readIfAvailable } from '../store/contract/errors.ts'
import type { OutboxStore } from '../store/contract/outbox-store.ts'
import type { Channel } from './channel.ts'

/** Registers the gauges of the outbox and of each channel. */
export function addDeliveryGauges(
  metrics: Metrics,
  deps: { outbox: OutboxStore; channels: readonly Pick<Channel, 'kind' | 'breaker'>[]; clock: Clock },
): void {
  const { outbox, channels, clock } = deps
  const shared = <T>(read: () => Promise<T>) => shareRead(() => readIfAvailable(read), MAX_GAUGE_WAIT_MS)
  const backlog = shared(() => outbox.backlog(clock.now()))
  metrics.gauge({
    name: 'formslot_deliveries_waiting',
    help: 'Deliveries that are not finished, including held ones.',
    read: async () => (await backlog())?.waiting ?? null,
  })
  metrics.gauge({
    name: 'formslot_deliveries_held',
    help: 'Deliveries that wait for the rate limit of their target, such as the email budget of an address.',
    read: async () => (await backlog())?.held ?? null,
  })
  metrics.gauge({
    name: 'formslot_unconfirmed_emails_per_hour',
    help: 'Emails of the last hour about endpoints that nobody has confirmed; FORMSLOT_UNCONSENTED_EMAILS_PER_HOUR limits them.',
    read: shared(() => outbox.countUnconfirmedEmails(clock.now())),
  })
  metrics.gauge({
    name: 'formslot_oldest_due_delivery_seconds',
    help: 'Time for which the oldest due delivery of a channel has been due; 0 without one.',
    label: 'channel',
    async read() {
      const found = await backlog()
      if (found === null) return null
      const now = clock.now().getTime()
      const getSeconds = (kind: string) => (now - (found.oldestDueAt[kind]?.getTime() ?? now)) / SECOND
      return Object.fromEntries(channels.map(({ kind }) => [kind, getSeconds(kind)] as const))
    },
  })
  metrics.gauge({
    name: 'formslot_channel_unreachable',
    help: '1 while this node cannot reach the other side of a channel, such as the mail server.',
    label: 'channel',
    read: () =>
      Object.fromEntries(channels.map(({ kind, breaker }) => [kind, breaker.isOpen() ? 1 : 0] as const)),
  })
  metrics.gauge({
    name: 'formslot_channel_paused',
    help: '1 while a channel is paused because the other side refuses this service.',
    label: 'channel',
    read: shared(async () => {
      const pauses = channels.map(async ({ kind }) => [kind, (await outbox.findPause(kind)) ? 1 : 0] as const)
      return Object.fromEntries(await Promise.all(pauses))
    }),
  })
}
