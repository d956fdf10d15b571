import { type Clock, SECOND } from '../domain/time.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { OutboxStore } from '../store/contract/outbox-store.ts'

/** Registers the gauges of the outbox. */
export function addDeliveryGauges(
  metrics: Metrics,
  { outbox, clock }: { outbox: OutboxStore; clock: Clock },
) {
  const backlog = () => outbox.backlog(clock.now())
  metrics.gauge({
    name: 'formslot_emails_waiting',
    help: 'Emails not yet delivered, including those that wait for an email budget.',
    read: async () => (await backlog()).waiting,
  })
  metrics.gauge({
    name: 'formslot_emails_held',
    help: 'Emails that wait because the mailbox has not consented and its budget is used up.',
    read: async () => (await backlog()).held,
  })
  metrics.gauge({
    name: 'formslot_oldest_due_email_seconds',
    help: 'Time for which the oldest due email has been due.',
    async read() {
      const { oldestDueAt } = await backlog()
      return oldestDueAt ? (clock.now().getTime() - oldestDueAt.getTime()) / SECOND : 0
    },
  })
  metrics.gauge({
    name: 'formslot_mail_paused',
    help: '1 while all emails wait because the mail server refuses this service.',
    read: async () => ((await outbox.findPause('email')) ? 1 : 0),
  })
}
