import { type Clock, SECOND } from '../domain/time.ts'
import type { Streams } from '../http/accounts/streams.ts'
import type { LongPolls } from '../http/queues/long-poll.ts'
import type { EventStreams } from '../http/telemetry/event-streams.ts'
import type { Maintenance } from '../store/contract/maintenance.ts'
import type { EmailStore } from '../store/contract/outbox-store.ts'
import type { Metrics } from './metrics.ts'

/** What of the service at work is measured whenever somebody asks. */
export function addGauges(
  metrics: Metrics,
  parts: {
    emails: EmailStore
    maintenance: Maintenance
    streams: Streams
    eventStreams: EventStreams
    waits: LongPolls
    clock: Clock
  },
): void {
  const { emails, streams, eventStreams, waits } = parts
  metrics.gauge({
    name: 'formslot_streams',
    help: 'Streams of live events that are open.',
    read: () => streams.count() + eventStreams.count(),
  })
  metrics.gauge({
    name: 'formslot_waiting_pulls',
    help: 'Pulls that wait for a message to come.',
    read: () => waits.count(),
  })
  const backlog = () => emails.backlog(parts.clock.now())
  metrics.gauge({
    name: 'formslot_emails_waiting',
    help: 'Emails not yet delivered, those that wait for an email budget among them.',
    read: async () => (await backlog()).waiting,
  })
  metrics.gauge({
    name: 'formslot_emails_held',
    help: 'Emails that wait because the mailbox has not consented and its budget is used up.',
    read: async () => (await backlog()).held,
  })
  metrics.gauge({
    name: 'formslot_oldest_due_email_seconds',
    help: 'For how long the oldest email that is due has been due.',
    async read() {
      const { oldestDueAt } = await backlog()
      return oldestDueAt ? (parts.clock.now().getTime() - oldestDueAt.getTime()) / SECOND : 0
    },
  })
  metrics.gauge({
    name: 'formslot_mail_paused',
    help: '1 while all emails wait because the mail server refuses this service.',
    read: async () => ((await emails.readPause()) ? 1 : 0),
  })
  metrics.gauge({
    name: 'formslot_purge_paused',
    help: '1 while nothing is purged because the clock has jumped.',
    async read() {
      const { pausedUntil } = await parts.maintenance.loadClockCheck()
      return pausedUntil && pausedUntil > parts.clock.now() ? 1 : 0
    },
  })
}
