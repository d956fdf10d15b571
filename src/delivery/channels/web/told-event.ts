import type { WebhookEvent } from '../../../domain/destinations/webhook-event.ts'
import type { EndpointFacts } from '../../../domain/endpoints/endpoint.ts'
import type { Keys } from '../../../domain/keys.ts'
import type { Told } from './begin.ts'

/** The ids of this instance, and its base address. */
type Deps = { keys: Pick<Keys, 'submissionId' | 'noticeId'>; base: string }

/** Converts what a delivery tells to the event that its request is composed of. */
export function toWebhookEvent(
  { keys, base }: Deps,
  { id: endpointId, settings }: EndpointFacts,
  told: Told,
): WebhookEvent {
  if (!('submission' in told)) {
    const { createdAt: timestamp, ...event } = told
    return { ...event, timestamp }
  }
  const { type, submission } = told
  const { key, fields, isTest, isUnjudged, spamReasons, receivedAt } = submission
  const submissionId = keys.submissionId(key)
  // Its owner can send spam to a destination, too.
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
      files: [],
      url: `${base}/api/v1/submissions/${submissionId}`,
    },
  }
}

/** Returns the page of the dashboard that shows what a delivery tells. */
export function getLink({ keys, base }: Deps, { id }: EndpointFacts, told: Told): string {
  if ('submission' in told) return `${base}/app/inbox/${keys.submissionId(told.submission.key)}`
  return told.type === 'endpoint.quota_warning' ? `${base}/app/usage` : `${base}/app/telemetry/${id}`
}

/**
 * Returns the id that the receiver tells repetitions by: the same for all attempts, and for a submission that is sent to the
 * destination again.
 *
 * @param delivery.key of its row in the outbox
 */
export function getMessageId(
  { submissionId, noticeId }: Deps['keys'],
  { key, destination, told }: { key: number; destination: { id: string }; told: Told },
): string {
  const id = told.type === 'submission.created' ? submissionId(told.submission.key) : noticeId(key)
  return `dlv_${withoutPrefix(id)}_${withoutPrefix(destination.id)}`
}

function withoutPrefix(id: string): string {
  return id.slice(id.indexOf('_') + 1)
}
