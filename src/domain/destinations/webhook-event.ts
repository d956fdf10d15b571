import { omitPageTokens } from '../submissions/control-names.ts'
import { fieldsToObject, type NamedValue } from '../submissions/field-roles.ts'

/** Maximum size of the JSON of an event. A larger submission is told without its fields. */
export const MAX_EVENT_BYTES = 64 * 1024

/** An event that destinations are told, before it is formatted for one of them. */
export type WebhookEvent =
  | { type: 'submission.created' | 'submission.spam'; timestamp: Date; data: SubmissionData }
  | { type: 'endpoint.quota_warning'; timestamp: Date; data: QuotaData }
  | { type: 'watch.fired' | 'watch.cleared'; timestamp: Date; data: WatchData }
  | { type: 'email.bounced' | 'email.complained'; timestamp: Date; data: EmailData }
  | { type: 'webhook.test'; timestamp: Date; data: TestData }

/** An event that an owner can choose. */
export type WebEventType = Exclude<WebhookEvent['type'], 'webhook.test'>

/** Types of events. */
export const EVENT_TYPES = [
  'submission.created',
  'submission.spam',
  'endpoint.quota_warning',
  'watch.fired',
  'watch.cleared',
  'email.bounced',
  'email.complained',
  'webhook.test',
] as const satisfies readonly WebhookEvent['type'][]

type Subject = { endpointId: string; endpointName: string | null }

/** `fields`: in the order sent. `url`: the submission in the API. */
export type SubmissionData = Subject & {
  submissionId: string
  test: boolean
  /** `unknown`: no filter gave a verdict in time. */
  spam: { verdict: 'ham' | 'spam' | 'unknown'; reasons: readonly string[] }
  fields: readonly NamedValue[]
  files: readonly FileData[]
  /** Names of its labels when the event is sent. */
  labels: readonly string[]
  /** Address of the person to whom it is assigned when the event is sent; null for nobody. */
  assignee: string | null
  url: string
  /** Content leaves this account only in encrypted emails, so fields and files are left out. */
  withheld?: true
}

/**
 * `field`: name of its form field. `scan`: result of the scan for malware, as in the API. `url`: fetches the file, without a key
 * and for a few minutes; null in events of spam, and where nobody may fetch it.
 */
export type FileData = {
  id: string
  field: string
  name: string
  type: string
  bytes: number
  scan: string
  url: string | null
}

/** `month`: `2026-11`. `resetsAt`: RFC 3339. `endpointId`: null where the account is counted. */
export type QuotaData = {
  endpointId: string | null
  endpointName: string | null
  counted: 'submissions' | 'events' | 'messages'
  percent: 80 | 100
  quota: number
  month: string
  resetsAt: string
}

/** `title` and `text`: what happened, for people, in a few words and in a sentence. */
export type WatchData = Subject & {
  watchId: string
  when: 'silence' | 'over' | 'under' | 'every' | 'report'
  /** Name of the events that it watches; null for all. */
  eventName: string | null
  /** Events counted in the span that it watches. */
  count: number | null
  title: string
  text: string
}

/**
 * An email about the endpoint. `email`: the address that it was sent to. `submissionId`: null if it is not about a submission.
 * `reason`: one of `BOUNCE_REASONS`; null for a complaint. `answer`: answer of the mail server; may be empty.
 */
export type EmailData = Subject & {
  submissionId: string | null
  email: string
  reason: string | null
  answer: string
}

export type TestData = Subject & { destinationId: string }

/** Returns the body of the request that tells a webhook of an event, as Standard Webhooks 1.0.0 advises: type, timestamp, data. */
export function composeEventBody(event: WebhookEvent): string {
  const { type, timestamp } = event
  const write = (data: unknown) => JSON.stringify({ type, timestamp: timestamp.toISOString(), data })
  const whole = write(toJsonData(event))
  if ('withheld' in event.data) {
    const {
      fields: _fields,
      files: _files,
      labels: _labels,
      assignee: _,
      ...rest
    } = toSubmissionJson(event.data)
    return write({ ...rest, withheld: true, url: event.data.url })
  }
  if (!('fields' in event.data) || new TextEncoder().encode(whole).length <= MAX_EVENT_BYTES) return whole
  const { fields: _, ...rest } = toSubmissionJson(event.data)
  return write({ ...rest, truncated: true, url: event.data.url })
}

function toJsonData(event: WebhookEvent): unknown {
  switch (event.type) {
    case 'submission.created':
    case 'submission.spam':
      return toSubmissionJson(event.data)
    case 'endpoint.quota_warning': {
      const { counted, percent, quota, month, resetsAt } = event.data
      return { ...toSubjectJson(event.data), counted, percent, quota, month, resets_at: resetsAt }
    }
    case 'watch.fired':
    case 'watch.cleared': {
      const { watchId, when, eventName, count, title, text } = event.data
      return {
        watch_id: watchId,
        ...toSubjectJson(event.data),
        when,
        event_name: eventName,
        count,
        title,
        text,
      }
    }
    case 'email.bounced':
    case 'email.complained': {
      const { submissionId, email, reason, answer } = event.data
      return { submission_id: submissionId, ...toSubjectJson(event.data), email, reason, answer }
    }
    case 'webhook.test':
      return { ...toSubjectJson(event.data), destination_id: event.data.destinationId }
  }
}

function toSubjectJson(data: { endpointId: string | null; endpointName: string | null }) {
  return { endpoint_id: data.endpointId, endpoint_name: data.endpointName }
}

function toSubmissionJson(data: SubmissionData) {
  return {
    submission_id: data.submissionId,
    ...toSubjectJson(data),
    test: data.test,
    spam: data.spam,
    fields: fieldsToObject(omitPageTokens(data.fields)),
    files: data.files,
    labels: data.labels,
    assignee: data.assignee,
  }
}
