// Generated from /openapi.json by `npm run types`. Do not edit.

export type BulkRequest = {
  ids?: string[]
  filter?: {
    endpoint?: string
    folder?: 'inbox' | 'spam' | 'archive' | 'trash' | 'all'
    after?: string
    before?: string
    label?: string
    assigned?: string
    q?: string
    starred?: true
    unread?: boolean
  }
  cursor?: string
  action:
    | 'read'
    | 'unread'
    | 'archive'
    | 'inbox'
    | 'spam'
    | 'not_spam'
    | 'delete'
    | 'restore'
    | 'delete_permanently'
    | 'star'
    | 'unstar'
    | 'label'
    | 'unlabel'
    | 'assign'
    | 'unassign'
  label?: string
  assignee?: string
} & {
  [k: string]: unknown
}

export interface Account {
  email: string
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
  created_at: string
  spam_digest: boolean
  learned: {
    spam: number
    real: number
    needed: number
    words: number
  }
  endpoints: number
  submissions: number
}
export interface AccountChange {
  spam_digest?: boolean
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
export interface Annotation {
  id: string
  at: string
  text: string
  created_at: string
}
export interface AnnotationList {
  data: Annotation[]
}
export interface AnnotationRequest {
  text: string
  at?: string
}
export interface AnswerRequest {
  text: string
}
export interface Assignee {
  id: string
  email: string
  form_id: string | null
  you: boolean
}
export interface AssigneeList {
  data: Assignee[]
}
export interface AuditEntry {
  id: string
  at: string
  action:
    | 'key_created'
    | 'key_revoked'
    | 'key_expired'
    | 'all_keys_revoked'
    | 'session_opened'
    | 'session_confirmed'
    | 'session_ended'
    | 'session_expired'
    | 'all_sessions_ended'
    | 'settings_changed'
    | 'endpoint_claimed'
    | 'endpoint_retired'
    | 'endpoint_restored'
    | 'endpoint_suspended'
    | 'endpoint_unsuspended'
    | 'account_suspended'
    | 'account_unsuspended'
    | 'destination_added'
    | 'destination_changed'
    | 'destination_disabled'
    | 'destination_secret_rotated'
    | 'destination_removed'
    | 'destination_stopped'
    | 'destination_started'
    | 'emails_stopped'
    | 'emails_started'
    | 'emails_snoozed'
    | 'emails_unsnoozed'
    | 'public_link_created'
    | 'public_link_revoked'
    | 'badge_published'
    | 'badge_revoked'
    | 'watch_added'
    | 'watch_changed'
    | 'watch_removed'
    | 'answer_written'
    | 'answer_deleted'
    | 'file_links_revoked'
    | 'submissions_exported'
    | 'events_exported'
    | 'submissions_imported'
    | 'account_exported'
    | 'learned_words_deleted'
    | 'email_key_added'
    | 'email_key_confirmed'
    | 'email_key_removed'
    | 'encrypted_only_changed'
    | 'device_added'
    | 'device_changed'
    | 'device_removed'
    | 'member_invited'
    | 'member_joined'
    | 'member_role_changed'
    | 'member_removed'
    | 'member_left'
    | 'member_opened'
    | 'invitation_declined'
    | 'hand_over_asked'
    | 'hand_over_withdrawn'
    | 'hand_over_declined'
    | 'endpoint_handed_over'
    | 'endpoint_received'
    | 'submissions_changed'
    | 'sender_erased'
  actor: {
    kind: 'session' | 'key'
    id: string
    name: string
  } | null
  subject: string | null
  subject_name: string | null
  detail: string | null
}
export interface AuditPage {
  data: AuditEntry[]
  next_cursor: string | null
}
export interface BouncedAddressList {
  data: {
    email: string
    since: string
    until: string | null
    reason:
      | 'mailbox_unknown'
      | 'mailbox_disabled'
      | 'domain_unknown'
      | 'mailbox_full'
      | 'refused_by_policy'
      | 'refused_as_spam'
      | 'too_large'
      | 'expired'
      | 'other'
    explanation: string
    advice: string
  }[]
}
export interface CannedAnswers {
  data: {
    name: string
    text: string
  }[]
}
export interface Changed {
  changed: number
  ids: string[]
  more: boolean
  next_cursor: string | null
}
export interface DeadMessagePage {
  data: Message[]
  next_cursor: string | null
}
export interface Message {
  id: string
  content_type: 'json' | 'text'
  timestamp_ms: number
  attempts: number
  reason: string | null
  dead_at?: string
  metadata: {}
  test?: true
  body: unknown
}
export interface Deleted {
  deleted: number
}
export interface DeletedMessages {
  deleted: number
}
export interface Delivery {
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
  channel: string
  kind: 'claim' | 'submission'
  destination_id: string | null
  reports: {
    kind: 'delayed' | 'bounced' | 'complaint'
    at: string
    reason:
      | (
          | 'mailbox_unknown'
          | 'mailbox_disabled'
          | 'domain_unknown'
          | 'mailbox_full'
          | 'refused_by_policy'
          | 'refused_as_spam'
          | 'too_large'
          | 'expired'
          | 'other'
        )
      | null
    explanation: string | null
    advice: string | null
    answer: string
  }[]
  digest: boolean
}
export interface DeliveryList {
  data: Delivery[]
  queue: {
    queue_id: string
    message_id: string | null
    refused: string | null
  } | null
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
export interface Device {
  id: string
  name: string
  current: boolean
  endpoint_ids: string[] | null
  quiet_hours: {
    from: string
    to: string
    time_zone: string
  } | null
  added_at: string
  last_used_at: string
  notified_at: string | null
  failure: {
    at: string
    reason: string
    final: boolean
  } | null
}
export interface DeviceChange {
  subscription?: {
    endpoint: string
    keys: {
      p256dh: string
      auth: string
    }
  }
  endpoint_ids?: string[] | null
  quiet_hours?: {
    from: string
    to: string
    time_zone: string
  } | null
}
export interface DeviceTest {
  accepted: boolean
  reason: string | null
}
export interface Devices {
  server_key: string
  data: Device[]
}
export interface DoubtfulSubmissions {
  data: {
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
    doubts: string[]
  }[]
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
export interface Label {
  id: string
  name: string
  color: 'gray' | 'red' | 'orange' | 'green' | 'teal' | 'blue' | 'purple' | 'pink'
}
export interface EmailKey {
  fingerprint: string
  algorithm: string
  expires_at: string | null
  added_at: string
  confirmed_at: string
  state: 'active' | 'expired'
}
export interface EmailKeyChange {
  encrypted_only: boolean
}
export interface EmailKeys {
  current: EmailKey | null
  next: NextEmailKey | null
  encrypted_only: boolean
}
export interface NextEmailKey {
  fingerprint: string
  algorithm: string
  expires_at: string | null
  added_at: string
  confirm_until: string
}
export interface EmailPreview {
  subject: string
  from: string
  to: string
  html: string
  text: string
}
export interface EmailReport {
  days: {
    day: string
    sent: number
    delayed: number
    bounced: number
    complaints: number
    unconfirmed: {
      sent: number
      delayed: number
      bounced: number
      complaints: number
    }
  }[]
  domains: {
    domain: string
    sent: number
    delayed: number
    bounced: number
    complaints: number
    unconfirmed: {
      sent: number
      delayed: number
      bounced: number
      complaints: number
    }
    last_error: {
      text: string
      at: string
    } | null
  }[]
  domains_left: number
  reputation: {
    emails: number
    bounced: number
    complaints: number
    bounced_limit: number
    complaints_limit: number
    reduced: boolean
    networks_held: number
    per_hour: number | null
  }
}
export interface Endpoint {
  id: string
  kind: 'form'
  endpoint_url: string
  name: string | null
  recipient: string
  language: ('en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ar') | null
  state: 'claimed' | 'retired'
  created_at: string
  claimed_at: string | null
  confirmed_at: string | null
  retired_at: string | null
  suspended: {
    at: string
    reason: string | null
  } | null
  version: number
  last_submission_at: string | null
  submissions: {
    total: number
    this_month: number
    limit: number | null
    resets_at: string
  }
  emails_held: number
  unread: number
  days: number[]
  days_since: string
  file_limits: {
    file_bytes: number
    files: number
    total_bytes: number
  } | null
  settings: {
    redirect_url: string | null
    error_url: string | null
    allowed_origins: string[]
    honeypot: string | null
    expect: string[]
    email_notifications: boolean
    submitted_subject: boolean
    queue_id: string | null
    destinations: {
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
    }[]
    store: 'plain' | 'encrypted'
    spam: {
      level: 'off' | 'lenient' | 'normal' | 'strict'
      block: string[]
      allow: string[]
    }
    challenge: 'off' | 'score' | 'required'
    files: {
      on: boolean
      accept: string[]
      max_files: number | null
      max_bytes: number | null
      attach: boolean
    }
    email: {
      mode: 'every' | 'hourly' | 'daily'
      daily_at: string
      time_zone: string
      quiet_hours: {
        from: string
        to: string
      } | null
      snoozed_until: string | null
      sender_name: string | null
      subject: string | null
      format: 'html_and_text' | 'text'
    }
  }
}
export interface EndpointRequest {
  name?: string
  recipient?: string
}
export interface Erasure {
  dry_run: boolean
  at: string
  address_sha256: string
  submissions: number
  files: number
  forms: {
    id: string
    name: string | null
    submissions: number
    files: number
  }[]
  elsewhere_submissions: number
  encrypted_submissions: number
}
export interface ErasureRequest {
  address: string
  dry_run: boolean
  everywhere?: boolean
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
export interface EventStats {
  interval: 'hour' | 'day'
  since: string
  until: string
  data: {
    time: string
    name: string
    count: number
  }[]
  visitors:
    | {
        time: string
        count: number
      }[]
    | null
}
export interface EventValues {
  events: number
  complete: boolean
  different: number
  data: {
    value: string | number | boolean
    count: number
  }[]
}
export interface FoundEmailKey {
  fingerprint: string
  algorithm: string
  expires_at: string | null
  key: string
}
export interface Fresh {
  fresh_until: string
}
export interface Goal {
  goal: {
    name: string
    per_day: number
    time_zone: string
    today: {
      since: string
      count: number
    }
  } | null
}
export interface GoalRequest {
  name: string
  per_day: number
  time_zone?: string
}
export interface HandOver {
  email: string
  asked_at: string
  accepted_at: string | null
  expires_at: string
}
export interface Health {
  form_id: string
  checked_at: string
  observed_since: string
  last_submission_at: string | null
  accepted: number
  spam: number
  refused: {
    [k: string]: number
  }
  expect: string[]
  fields: {
    name: string
    sent: number
    filled: number
    last_sent_at: string | null
    expected: boolean
  }[]
  findings: {
    code:
      | 'field_missing'
      | 'wrong_origin'
      | 'sent_by_get'
      | 'all_refused'
      | 'repeats_in_spam'
      | 'expected_field_missing'
      | 'inputs_without_name'
      | 'files_refused'
      | 'silent'
      | 'no_email_field'
      | 'referrer_hidden'
      | 'no_honeypot'
    severity: 'problem' | 'warning' | 'notice'
    since: string | null
    message: string
    fix: string
    field?: string
    origins?: string[]
    refusal?: string
    count?: number
    of?: number
    sent?: number
    missing_in?: number
    others?: string[]
    all?: boolean
    longest_pause_hours?: number
  }[]
}
export interface Invitation {
  email: string
  role: 'viewer' | 'editor' | 'owner'
  form_id?: string | null
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
export interface LabelList {
  data: Label[]
  limit: number
}
export interface LabelRequest {
  name: string
  color?: 'gray' | 'red' | 'orange' | 'green' | 'teal' | 'blue' | 'purple' | 'pink'
}
export interface ListedView extends View {
  unread: number | null
}
export interface View {
  id: string
  name: string
  filter: ViewFilter
}
export interface ViewFilter {
  endpoint?: string
  folder?: 'inbox' | 'spam' | 'archive' | 'trash' | 'all'
  label?: string
  assigned?: string
  q?: string
  starred?: true
  unread?: boolean
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
export interface Member {
  id: string
  email: string
  role: 'viewer' | 'editor' | 'owner'
  form_id: string | null
  invited_at: string
  accepted_at: string | null
  expires_at: string | null
}
export interface MemberList {
  data: Member[]
}
export interface MessageRequest {
  body: unknown
  content_type?: 'json' | 'text'
  delay_seconds?: number
}
export interface NameRequest {
  name?: string | null
  language?: ('en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ar') | null
  email_notifications?: boolean
}
export interface NewDevice {
  subscription: {
    endpoint: string
    keys: {
      p256dh: string
      auth: string
    }
  }
  endpoint_ids?: string[] | null
  quiet_hours?: {
    from: string
    to: string
    time_zone: string
  } | null
}
export interface NewEmailKey {
  key: string
}
export interface OperatorDeletion {
  email: string
}
export interface OperatorEndpointList {
  data: {
    id: string
    kind: 'form' | 'telemetry' | 'queue'
    owner: string | null
    site: string | null
    state: 'unclaimed' | 'claimed' | 'frozen' | 'expired' | 'retired' | 'suspended'
    suspended: {
      at: string
      reason: string | null
    } | null
    created_at: string
    accepted: number
    last_accepted_at: string | null
  }[]
  more: boolean
}
export interface OperatorInstance {
  version: string
  base_url: string
  owners: number
  suspended_owners: number
  endpoints: number
  suspended_endpoints: number
  stored_bytes: number
  storage: {
    database: 'sqlite' | 'postgres'
    database_bytes: number
    free_bytes: number | null
    bytes_per_day: number | null
    full_at: string | null
  }
  backed_up_at: string | null
  nodes: {
    name: string
    version: string
    started_at: string
    seen_at: string
    runs: boolean
  }[]
  refused: {
    what: 'creations' | 'submissions' | 'events' | 'messages'
    code: string
    count: number
  }[]
  settings: {
    name: string
    source: 'environment' | 'file'
    value: string | null
  }[]
}
export interface OperatorLog {
  data: {
    at: string
    operator: string
    action:
      | 'endpoint_suspended'
      | 'endpoint_unsuspended'
      | 'account_suspended'
      | 'account_unsuspended'
      | 'owner_signed_out'
      | 'plan_changed'
      | 'sender_erased'
      | 'account_exported'
      | 'account_erased'
    subject: string | null
    detail: string | null
  }[]
  more: boolean
}
export interface OperatorOwnerList {
  data: {
    email: string
    plan: string
    created_at: string
    suspended: {
      at: string
      reason: string | null
    } | null
    endpoints: number
    submissions: number
    stored_bytes: number
    sessions: number
  }[]
  more: boolean
}
export interface OperatorOwnerUsage {
  email: string
  plan: string
  plans: string[]
  usage: Usage
}
export interface Usage {
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
  month: string
  resets_at: string
  endpoints: {
    id: string
    name: string | null
    used: number
    limit: number | null
  }[]
  telemetry: {
    used: number
    limit: number | null
  }
  queue: {
    used: number
    limit: number | null
  }
  stored_bytes: {
    used: number
    limit: number
  }
  retention: {
    submission_days: number
    telemetry_days: number
    shrinks_at: string | null
  }
}
export interface OperatorPlanChange {
  email: string
  plan: string
}
export interface OperatorRefusedList {
  data: {
    id: string
    kind: 'form' | 'telemetry' | 'queue'
    owner: string | null
    site: string | null
    refused: number
    codes: {
      code: string
      count: number
    }[]
  }[]
}
export interface OperatorSignOut {
  email: string
}
export interface OperatorSuspension {
  subject: string
  suspended: boolean
  reason?: string | null
}
export interface PropStats {
  events: number
  complete: boolean
  data: {
    prop: string
    count: number
    values: {
      value: string | number | boolean
      count: number
    }[]
    numbers: {
      count: number
      sum: number
      median: number
      p95: number
    } | null
  }[]
  pages: {
    value: string
    count: number
  }[]
  sources: {
    value: string
    count: number
  }[]
  users: {
    value: string
    count: number
  }[]
}
export interface PublicLink {
  url: string | null
}
export interface Published {
  ok: true
  message_id: string
}
export interface Queue {
  id: string
  kind: 'queue'
  queue_url: string
  name: string | null
  recipient: string
  language: ('en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ar') | null
  state: 'claimed' | 'retired'
  created_at: string
  claimed_at: string | null
  confirmed_at: string | null
  retired_at: string | null
  suspended: {
    at: string
    reason: string | null
  } | null
  version: number
  email_notifications: boolean
  last_message_at: string | null
  messages: {
    total: number
    this_month: number
    used: number
    limit: number | null
    allowance: number | null
    resets_at: string
  }
  backlog_count: number
  in_flight_count: number
  oldest_message_at: string | null
  dead_count: number
  push: {
    destination_id: string
    to: string
    state: 'untested' | 'active' | 'disabled'
    failed_at: string | null
    failure: string | null
  } | null
  settings: {
    visibility_timeout_ms: number
    max_deliveries: number
    retention_days: number
  }
}
export interface QueueKey {
  id: string
  name: string
  scopes: ('publish' | 'consume')[]
  hint: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}
export interface QueuePage {
  data: Queue[]
  next_cursor: string | null
}
export interface QueueRates {
  data: {
    hour: string
    published: number
    acknowledged: number
    redelivered: number
    dead: number
  }[]
}
export interface QueueSettingsRequest extends NameRequest {
  visibility_timeout_ms?: number
  max_deliveries?: number
  retention_days?: number
}
export interface QueueWithKey extends Queue {
  api_key: string
}
export interface RecoverRequest {
  since: string
}
export interface Recovered {
  recovered: number
  more: boolean
}
export interface ReplayedMessages {
  replayed: number
}
export interface ResendRequest {
  destination_id?: string
}
export interface ReviewRequest {
  ids: string[]
  spam: boolean | null
}
export interface Reviewed {
  changed: number
}
export interface RotatedSecret {
  secret: string
}
export interface Sent {
  submission_id: string
}
export interface SentTestEvent {
  event_id: string
}
export interface SentTo {
  sent_to: string
}
export interface Session {
  id: string
  device: string
  created_at: string
  last_seen_at: string
  current: boolean
  fresh_until: string
}
export interface SessionList {
  data: Session[]
}
export interface SettingsRequest extends NameRequest {
  redirect_url?: string | null
  error_url?: string | null
  allowed_origins?: string[]
  honeypot?: string | null
  expect?: string[]
  queue_id?: string | null
  submitted_subject?: boolean
  store?: 'plain' | 'encrypted'
  spam?: {
    level?: 'off' | 'lenient' | 'normal' | 'strict'
    block?: string[]
    allow?: string[]
  }
  challenge?: 'off' | 'score' | 'required'
  files?: {
    on?: boolean
    accept?: string[]
    max_files?: number | null
    max_bytes?: number | null
    attach?: boolean
  }
  email?: {
    mode?: 'every' | 'hourly' | 'daily'
    daily_at?: string
    time_zone?: string
    quiet_hours?: {
      from: string
      to: string
    } | null
    snoozed_until?: string | null
    sender_name?: string | null
    subject?: string | null
    format?: 'html_and_text' | 'text'
  }
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
export interface StartEmailsRequest {
  email: string
}
export interface StatusBadge {
  url: string | null
}
export interface SubmissionCount {
  count: number
  next_cursor: string | null
}
export interface SubmissionPage {
  data: StoredSubmission[]
  next_cursor: string | null
  unread?: number
}
export interface Telemetry {
  id: string
  kind: 'telemetry'
  telemetry_url: string
  name: string | null
  recipient: string
  language: ('en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ar') | null
  state: 'claimed' | 'retired'
  created_at: string
  claimed_at: string | null
  confirmed_at: string | null
  retired_at: string | null
  suspended: {
    at: string
    reason: string | null
  } | null
  version: number
  email_notifications: boolean
  last_event_at: string | null
  events: {
    total: number
    this_month: number
    used: number
    limit: number | null
    allowance: number | null
    resets_at: string
  }
}
export interface TelemetryWithKey extends Telemetry {
  read_key: string
}
export interface UnclaimedEndpoint {
  id: string
  name: string | null
  created_at: string
  received: number
  last_received_at: string | null
  expires_at: string | null
}
export interface UnclaimedEndpointList {
  data: UnclaimedEndpoint[]
}
export interface ViewList {
  data: ListedView[]
  limit: number
}
export interface WaitingMessages {
  data: Message[]
  backlog_count: number
}
export interface Watch {
  id: string
  name: string | null
  props: {
    [k: string]: string | number | boolean
  }
  per: string | null
  then: ('email' | 'destinations')[]
  when:
    | {
        kind: 'silence'
        for: string
      }
    | {
        kind: 'over'
        count: number
        per: string
      }
    | {
        kind: 'under'
        count: number
        per: string
      }
    | {
        kind: 'every'
      }
    | {
        kind: 'report'
        per: 'week'
      }
  state: ('fired' | 'cleared') | null
  count: number | null
  last_seen_at: string | null
  fired_at: string | null
  cleared_at: string | null
  fires_at: string | null
  clears_at: string | null
  created_at: string
}
export interface WatchChange {
  name?: string | null
  props?: {
    [k: string]: string | number | boolean
  }
  when?:
    | {
        kind: 'silence'
        for: string
      }
    | {
        kind: 'over'
        count: number
        per: string
      }
    | {
        kind: 'under'
        count: number
        per: string
      }
    | {
        kind: 'every'
      }
    | {
        kind: 'report'
        per: 'week'
      }
  per?: string | null
  then?: ('email' | 'destinations')[]
}
export interface WatchList {
  data: Watch[]
  limit: number
}
export interface WatchRequest {
  name?: string | null
  props?: {
    [k: string]: string | number | boolean
  }
  when:
    | {
        kind: 'silence'
        for: string
      }
    | {
        kind: 'over'
        count: number
        per: string
      }
    | {
        kind: 'under'
        count: number
        per: string
      }
    | {
        kind: 'every'
      }
    | {
        kind: 'report'
        per: 'week'
      }
  per?: string | null
  then?: ('email' | 'destinations')[]
}
