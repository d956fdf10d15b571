import { mailboxIdentity } from '../../domain/accounts/mailbox.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { stopNoticeExpiresAt } from '../../domain/outbox/stop-notice.ts'
import type { Consequence, FoundEndpoint, NewNotice } from '../../store/contract/changes.ts'

/** Builds the consequences of stopping the emails of an endpoint by a link, which its owner is told about. */
export function toStoppedEmails(
  { endpoint, mailboxKey }: Pick<FoundEndpoint, 'endpoint' | 'mailboxKey'>,
  now: Date,
): Consequence[] {
  if (endpoint.mailStoppedAt) return []
  return [
    ...toStop(endpoint, null, now),
    toStopNotice(
      {
        notice: { kind: 'emails_stopped', endpointId: endpoint.id },
        // The recipient of a claimed endpoint is the mailbox of its owner.
        mailbox: mailboxIdentity(endpoint.recipient),
        mailboxKey,
      },
      now,
    ),
  ]
}

/** Builds the consequences of a complaint: the emails of an endpoint stop, and no email says so. */
export function toStoppedByComplaint(endpoint: EndpointFacts, now: Date): Consequence[] {
  return endpoint.mailStoppedAt ? [] : toStop(endpoint, 'complaint', now)
}

function toStop(endpoint: EndpointFacts, detail: string | null, now: Date): Consequence[] {
  return [
    { kind: 'endpoint', facts: { ...endpoint, mailStoppedAt: now } },
    // The version changes with them, so that a concurrent change of the settings is noticed.
    { kind: 'settings', settings: endpoint.settings },
    { kind: 'audit', by: null, action: 'emails_stopped', detail },
  ]
}

/** Builds the email to a mailbox whose emails were stopped by a link. */
export function toStopNotice(
  email: Pick<NewNotice, 'notice' | 'mailbox' | 'mailboxKey'>,
  now: Date,
): Consequence {
  return { kind: 'stop_notice', ...email, expiresAt: stopNoticeExpiresAt(now) }
}
