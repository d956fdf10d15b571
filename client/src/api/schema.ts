// Generated from /openapi.json by `npm run types`. Do not edit.

export interface Schemas {
  Accepted: Accepted
  AckRequest: AckRequest
  Acknowledged: Acknowledged
  AddedDestination: AddedDestination
  Challenge: Challenge
  CreateRequest: CreateRequest
  Created: Created
  CreatedQueue: CreatedQueue
  CreatedTelemetry: CreatedTelemetry
  CreationDryRun: CreationDryRun
  Destination: Destination
  DestinationChange: DestinationChange
  DestinationDeliveryList: DestinationDeliveryList
  DestinationList: DestinationList
  DestinationRequest: DestinationRequest
  DestinationTest: DestinationTest
  Event: Event
  EventPage: EventPage
  File: File
  FormFilesShape: FormFilesShape
  Info: Info
  Key: Key
  KeyList: KeyList
  KeyRequest: KeyRequest
  KeyWithSecret: KeyWithSecret
  Label: Label
  MarkRequest: MarkRequest
  Me: Me
  MeChange: MeChange
  Membership: Membership
  MessageRequest: MessageRequest
  PublicationDryRun: PublicationDryRun
  Published: Published
  PullRequest: PullRequest
  PulledMessages: PulledMessages
  QueueDryRun: QueueDryRun
  QueueInfo: QueueInfo
  QueueStatus: QueueStatus
  Refused: Refused
  RotatedSecret: RotatedSecret
  ShownSubmission: ShownSubmission
  Status: Status
  StoredSubmission: StoredSubmission
  Submission: Submission
  SubmissionDryRun: SubmissionDryRun
  SubmissionPage: SubmissionPage
  TelemetryStatus: TelemetryStatus
  UnknownEndpoint: UnknownEndpoint
}
export interface Accepted {
  ok: true
  submission_id: string
  next?: string
}
export interface AckRequest {
  acks?: {
    lease_id: string
  }[]
  retries?: {
    lease_id: string
    delay_seconds?: number
    reason?: string
  }[]
}
export interface Acknowledged {
  ackCount: number
  retryCount: number
  warnings: {
    [k: string]: string
  }
}
export interface AddedDestination extends Destination {
  secret: string | null
}
export interface Destination {
  id: string
  kind: 'email' | 'webhook' | 'slack' | 'discord' | 'teams' | 'telegram' | 'ntfy'
  to: string
  email: string | null
  events:
    | (
        | 'submission.created'
        | 'submission.spam'
        | 'endpoint.quota_warning'
        | 'watch.fired'
        | 'watch.cleared'
        | 'email.bounced'
        | 'email.complained'
      )[]
    | null
  confirmed: boolean
  state: 'unconfirmed' | 'confirmed' | 'stopped' | 'untested' | 'active' | 'disabled'
  concurrency: number | null
  timeout_s: number | null
  added_at: string
  stopped_at: string | null
  disabled_at: string | null
  disabled_because: ('owner' | 'gone' | 'failing') | null
  url: string | null
}
export interface Challenge {
  parameters: {
    algorithm: string
    cost: number
    data: {
      f: string
    }
    expiresAt: number
    keyLength: number
    keyPrefix: string
    keySignature: string
    nonce: string
    salt: string
  }
  signature: string
}
export interface CreateRequest {
  recipient: string
  expect?: string | string[]
  expect_every?: string
  altcha?: string
}
export interface Created {
  endpoint_url: string
  form_id: string
  unclaimed: true
  claim_note: string
  status_url: string
  ignored_fields?: string[]
  warnings?: string[]
  expires_at: string
  limits: {
    lifetime_submissions: 50
    idle_days: 30
  }
  expect?: string[]
}
export interface CreatedQueue {
  queue_url: string
  queue_id: string
  api_key: string
  unclaimed: true
  claim_note: string
  status_url: string
  ignored_fields?: string[]
  warnings?: string[]
  expires_at: string
  limits: {
    lifetime_messages: 100
    idle_days: 30
    retention_days: 4
  }
}
export interface CreatedTelemetry {
  telemetry_url: string
  telemetry_id: string
  read_key: string
  unclaimed: true
  claim_note: string
  status_url: string
  ignored_fields?: string[]
  warnings?: string[]
  expires_at: string
  limits: {
    lifetime_events: 5000
    idle_days: 30
    retention_days: number
  }
  expect_every?: string
}
export interface CreationDryRun {
  dry_run: true
  would_succeed: true
  would_create: {
    unclaimed: true
    expires_at: string
  }
  expect?: string[]
  expect_every?: string
  warnings?: string[]
}
export interface DestinationChange {
  url?: string
  events?: (
    | 'submission.created'
    | 'submission.spam'
    | 'endpoint.quota_warning'
    | 'watch.fired'
    | 'watch.cleared'
    | 'email.bounced'
    | 'email.complained'
  )[]
  concurrency?: number
  timeout_s?: number
  active?: boolean
}
export interface DestinationDeliveryList {
  data: {
    id: string
    to: string | null
    state: 'delayed' | 'held' | 'queued' | 'bounced' | 'failed' | 'sent' | 'kept' | 'suppressed'
    due_at: string | null
    created_at: string
    attempts: {
      started_at: string
      ended_at: string | null
      outcome: ('accepted' | 'deferred' | 'bounced' | 'unknown' | 'system') | null
      answer: string | null
    }[]
    event: string
    submission_id: string | null
  }[]
  more: boolean
}
export interface DestinationList {
  data: Destination[]
}
export interface DestinationRequest {
  kind?: 'email' | 'webhook' | 'slack' | 'discord' | 'teams' | 'telegram' | 'ntfy'
  email?: string
  url?: string
  concurrency?: number
  timeout_s?: number
  events?: (
    | 'submission.created'
    | 'submission.spam'
    | 'endpoint.quota_warning'
    | 'watch.fired'
    | 'watch.cleared'
    | 'email.bounced'
    | 'email.complained'
  )[]
}
export interface DestinationTest {
  reached: boolean
  result: string
  ms: number
  request: {
    method: 'POST'
    headers: {
      [k: string]: string
    }
    body: string
  }
  answer: {
    status: number
    text: string
  } | null
}
export interface Event {
  id: string
  name: string
  time: string
  received_at: string
  props: {
    [k: string]: string | number | boolean
  }
  url: string | null
  referrer: string | null
  user: string | null
  client_id: string | null
  test: boolean
}
export interface EventPage {
  data: Event[]
  next_cursor: string | null
}
export interface File {
  id: string
  field: string
  name: string
  type: string
  bytes: number
  sha256: string
  scan: 'none' | 'waiting' | 'clean' | 'found' | 'too_large' | 'unreachable'
  malware: string | null
}
export interface FormFilesShape {
  accept: string[]
  max_files: number
  max_bytes: number
  max_total_bytes: number
}
export interface Info extends Status {
  accepts: string[]
}
export interface Status {
  exists: true
  claimed: boolean
  active: boolean
  state: 'unclaimed' | 'claimed' | 'frozen' | 'expired' | 'retired' | 'suspended'
  unclaimed: boolean
  claim_email_sent: boolean
  claim_email_state?: 'queued' | 'held'
  form_id: string
  endpoint_url: string
  expires_at: string | null
  challenge?: 'score' | 'required'
  files?: FormFilesShape
}
export interface Key {
  id: string
  name: string
  scopes: ('read' | 'write')[]
  hint: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}
export interface KeyList {
  data: Key[]
}
export interface KeyRequest {
  name: string
  scopes: ('read' | 'write')[]
  expires_at?: string | null
}
export interface KeyWithSecret extends Key {
  key: string
}
export interface Label {
  id: string
  name: string
  color: 'gray' | 'red' | 'orange' | 'green' | 'teal' | 'blue' | 'purple' | 'pink'
}
export interface MarkRequest {
  read?: boolean
  folder?: 'inbox' | 'spam' | 'archive' | 'trash'
  starred?: boolean
  labels?: string[]
  note?: string | null
  assignee?: string | null
}
export interface Me {
  email: string
  person: string
  role: 'viewer' | 'editor' | 'owner' | 'holder'
  form_id: string | null
  language: ('en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ar') | null
  memberships: Membership[]
  shared: boolean
  plan: {
    name: string
    submissions_per_month: number | null
    queue_messages_per_month: number | null
    telemetry_events_per_month: number | null
    submission_retention_days: number
    telemetry_retention_days: number
    destinations: number
    watches: number
    members: number
    file_bytes: number
    submission_bytes: number
    files_per_submission: number
    stored_bytes: number
  }
  session: {
    id: string
    fresh_until: string
  } | null
  scopes: ('read' | 'write')[]
  unconfirmed: {
    endpoints: number
    telemetry: number
    queues: number
    emails_held: number
  }
  emails_kept: boolean
  emails_delayed_since: string | null
  emails_bounced_since: string | null
  suspended: {
    at: string
    reason: string | null
  } | null
  operator_contact: string | null
  operator: boolean
  mailbox_url: string | null
  base_url: string
  version: string
}
export interface Membership {
  id: string
  account: string
  role: 'viewer' | 'editor' | 'owner'
  form_id: string | null
  current: boolean
}
export interface MeChange {
  language: ('en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ar') | null
}
export interface MessageRequest {
  body: unknown
  content_type?: 'json' | 'text'
  delay_seconds?: number
}
export interface PublicationDryRun {
  dry_run: true
  would_succeed: true
  would_enqueue: true
  bytes: number
  claim_status: {
    state: string
    claimed: boolean
    would_send_claim_email: boolean
  }
}
export interface Published {
  ok: true
  message_id: string
}
export interface PullRequest {
  batch_size?: number
  visibility_timeout_ms?: number
  wait_seconds?: number
}
export interface PulledMessages {
  messages: {
    id: string
    content_type: 'json' | 'text'
    timestamp_ms: number
    attempts: number
    reason: string | null
    dead_at?: string
    metadata: {}
    test?: true
    body: unknown
    lease_id: string
  }[]
  message_backlog_count: number
}
export interface QueueDryRun {
  dry_run: true
  would_succeed: true
}
export interface QueueInfo {
  exists: true
  claimed: boolean
  active: boolean
  state: 'unclaimed' | 'claimed' | 'frozen' | 'expired' | 'retired' | 'suspended'
  unclaimed: boolean
  claim_email_sent: boolean
  claim_email_state?: 'queued' | 'held'
  expires_at: string | null
  queue_id: string
  queue_url: string
  accepts: string[]
}
export interface QueueStatus {
  exists: true
  claimed: boolean
  active: boolean
  state: 'unclaimed' | 'claimed' | 'frozen' | 'expired' | 'retired' | 'suspended'
  unclaimed: boolean
  claim_email_sent: boolean
  claim_email_state?: 'queued' | 'held'
  expires_at: string | null
  queue_id: string
  queue_url: string
  backlog_count?: number
  dead_count?: number
}
export interface Refused {
  error: string
  field?: string
  code: string
  message: string
  hint: string
  visitor_message?: string
  challenge_url?: string
  challenge?: Challenge
  request_id: string
  dry_run?: true
  errors?: {
    code: string
    field?: string
    message: string
  }[]
}
export interface RotatedSecret {
  secret: string
}
export interface ShownSubmission extends StoredSubmission {
  neighbors: {
    newer: string | null
    older: string | null
  }
}
export interface StoredSubmission {
  id: string
  endpoint_id: string
  endpoint_name: string | null
  received_at: string
  imported_at: string | null
  folder: 'inbox' | 'spam' | 'archive' | 'trash'
  read: boolean
  trashed_at: string | null
  spam_reasons: string[] | null
  test: boolean
  unjudged: boolean
  withdrawn_at: string | null
  receipt_shown: boolean
  answer: {
    text: string
    answered_at: string
  } | null
  fields: [string, unknown][]
  ciphertext: string | null
  files: File[]
  delivery: ('delayed' | 'held' | 'queued' | 'bounced' | 'failed' | 'sent' | 'kept' | 'suppressed') | null
  starred: boolean
  labels: Label[]
  note: string | null
  assignee: {
    id: string
    email: string
  } | null
}
export interface Submission {
  [k: string]: unknown
}
export interface SubmissionDryRun {
  dry_run: true
  would_succeed: true
  would_route_to: {
    kind: 'email' | 'webhook' | 'slack' | 'discord' | 'teams' | 'telegram' | 'ntfy'
    target_hint: string
  }[]
  claim_status: {
    state: 'unclaimed' | 'claimed' | 'frozen' | 'expired' | 'retired' | 'suspended'
    claimed: boolean
    would_send_claim_email: boolean
  }
  spam: {
    verdict: 'ham' | 'spam' | 'unknown'
    reasons: string[]
  }
  fields: {
    [k: string]: unknown
  }
  files?: {
    field: string
    name: string
    type: string
    bytes: number
  }[]
  warnings: string[]
}
export interface SubmissionPage {
  data: StoredSubmission[]
  next_cursor: string | null
  unread?: number
}
export interface TelemetryStatus {
  exists: true
  claimed: boolean
  active: boolean
  state: 'unclaimed' | 'claimed' | 'frozen' | 'expired' | 'retired' | 'suspended'
  unclaimed: boolean
  claim_email_sent: boolean
  claim_email_state?: 'queued' | 'held'
  expires_at: string | null
  files?: FormFilesShape
  telemetry_id: string
  telemetry_url: string
  expect_every?: string
  overdue?: boolean
}
export interface UnknownEndpoint {
  exists: false
  claimed: false
  active: false
  error: string
  code: string
  message: string
  hint: string
  request_id: string
}
