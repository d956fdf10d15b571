import { composeEventBody } from '../../../../src/domain/destinations/webhook-event.ts'
import type { Event, StoredSubmission } from '../../api/schema.ts'
import type { Target } from '../../settings/base.ts'
import type { Source } from './follow.ts'
import type { Outgoing } from './forward.ts'

/** Where the owner reads: the instance and the key. */
type Reader = { origin: string; key: string }

/** Returns the submissions of the account, or of one form, as `submission.created`. */
export function followSubmissions({ origin, key }: Reader, form: Target | null): Source<Outgoing> {
  const url = new URL(`${origin}/api/v1/submissions?folder=all`)
  if (form) url.searchParams.set('endpoint', form.id)
  return {
    streamUrl: `${origin}/api/v1/stream`,
    listUrl: url.href,
    key,
    isNews({ name, data }) {
      const { endpoint_id: id } = Object(data)
      return (name === 'submission' || name === 'changed') && (!form || id === form.id || id === null)
    },
    toEntry(item) {
      const submission = item as StoredSubmission
      const { id, received_at: received, imported_at: imported } = submission
      const value = isForwarded(submission) ? toSubmissionEvent(submission, origin) : null
      return { id, at: Date.parse(imported ?? received), value }
    },
  }
}

/** A webhook gets neither spam nor what was imported or withdrawn. */
function isForwarded({ folder, imported_at: imported, withdrawn_at: withdrawn }: StoredSubmission): boolean {
  return folder !== 'spam' && imported === null && withdrawn === null
}

function toSubmissionEvent(submission: StoredSubmission, origin: string): Outgoing {
  const { id, endpoint_name: name, endpoint_id: endpointId } = submission
  const type = 'submission.created'
  const body = composeEventBody({
    type,
    timestamp: new Date(submission.received_at),
    data: {
      submissionId: id,
      endpointId,
      endpointName: name,
      test: submission.test,
      spam: {
        verdict: submission.unjudged ? 'unknown' : 'ham',
        reasons: submission.spam_reasons ?? [],
      },
      fields: submission.fields.map(([field, value]) => ({ name: field, value })),
      files: [],
      url: `${origin}/api/v1/submissions/${id}`,
    },
  })
  return { id, type, label: name ?? endpointId, contentType: JSON_TYPE, body, headers: {} }
}

/** Returns the events of a telemetry endpoint as `event.created`, in the envelope of webhooks. */
export function followEvents(url: string, key: string): Source<Outgoing> {
  const endpointId = url.slice(url.lastIndexOf('/') + 1)
  return {
    streamUrl: `${url}/stream`,
    listUrl: `${url}/events`,
    key,
    isNews: ({ name }) => name === 'event' || name === 'missed',
    toEntry(item) {
      const { id, received_at: timestamp, ...rest } = item as Event
      const type = 'event.created'
      const data = { event_id: id, endpoint_id: endpointId, ...rest }
      const body = JSON.stringify({ type, timestamp, data })
      const value = { id, type, label: rest.name, contentType: JSON_TYPE, body, headers: {} }
      return { id, at: Date.parse(timestamp), value }
    },
  }
}

const JSON_TYPE = 'application/json'
