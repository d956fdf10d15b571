import type { FileData, WebhookEvent } from '../../../domain/destinations/webhook-event.ts'
import type { EndpointFacts } from '../../../domain/endpoints/endpoint.ts'
import type { Keys } from '../../../domain/keys.ts'
import type { DeliveredWork } from '../../../store/contract/outbox-store.ts'
import type { FoundEvent } from './begin.ts'

/** The ids of this instance, and its base address. */
type Deps = { keys: Pick<Keys, 'submissionId' | 'noticeId'>; base: string }

/**
 * Converts the event of a delivery, as it was loaded, to the one that its request is composed of.
 *
 * @param files those of its submission
 */
export function toWebhookEvent(
  { keys, base }: Deps,
  { id: endpointId, settings }: EndpointFacts,
  { event: found, files, work }: { event: FoundEvent; files: readonly FileData[]; work: DeliveredWork },
): WebhookEvent {
  if (!('submission' in found)) {
    const { createdAt: timestamp, ...event } = found
    return { ...event, timestamp }
  }
  const { type, submission } = found
  const { key, fields, isTest, isUnjudged, spamReasons, receivedAt, isWithheld } = submission
  const submissionId = keys.submissionId(key)
  // The owner of the form can also send spam again.
  const isSpam = type === 'submission.spam' || spamReasons !== null
  return {
    type,
    timestamp: receivedAt,
    data: {
      submissionId,
      endpointId,
      endpointName: settings.name,
      test: isTest,
      spam: {
        verdict: isSpam ? 'spam' : isUnjudged ? 'unknown' : 'ham',
        reasons: isSpam ? (spamReasons ?? []) : [],
      },
      fields,
      files,
      ...work,
      ...(isWithheld ? { withheld: true } : {}),
      url: `${base}/api/v1/submissions/${submissionId}`,
    },
  }
}

/** Returns the page of the dashboard that shows the event of a delivery. */
export function getLink({ keys, base }: Deps, { id }: EndpointFacts, found: FoundEvent): string {
  if ('submission' in found) return `${base}/app/inbox/${keys.submissionId(found.submission.key)}`
  switch (found.type) {
    case 'endpoint.quota_warning':
      return `${base}/app/usage`
    case 'email.bounced':
    case 'email.complained':
      return found.data.submissionId === null
        ? `${base}/app/settings/account`
        : `${base}/app/inbox/${found.data.submissionId}`
    default:
      return `${base}/app/telemetry/${id}`
  }
}

/**
 * Returns the id that the receiver tells repetitions by: the same for all attempts, and for a submission that is sent to the
 * destination again.
 *
 * @param delivery.key of its row in the outbox
 */
export function getMessageId(
  { submissionId, noticeId }: Deps['keys'],
  { key, destination, event }: { key: number; destination: { id: string }; event: FoundEvent },
): string {
  const id = event.type === 'submission.created' ? submissionId(event.submission.key) : noticeId(key)
  return `dlv_${withoutPrefix(id)}_${withoutPrefix(destination.id)}`
}

function withoutPrefix(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}
