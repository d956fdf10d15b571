import type { Actor, AuditAction } from '../../domain/accounts/audit.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { EmailBudget } from '../../domain/outbox/email-budget.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { Folder } from '../../domain/submissions/folder.ts'
import type { AttemptOutcome, DeliveryOutcome } from '../contract/outcomes.ts'
import type { QueueTables } from './queue-tables.ts'
import type { TelemetryTables } from './telemetry-tables.ts'

/**
 * The tables, as Kysely sees them. Times are whole milliseconds since 1970 (UTC), keys are integers that
 * grow with time so that inserts stay at the right edge of the tree.
 */
export type Schema = QueueTables &
  TelemetryTables & {
    accounts: {
      key: number
      /** `mailboxIdentity` of the owner's mailbox. */
      mailbox: string
      /** Name of a plan. */
      plan: string
      created_at: number
      /** Time at which its owner deleted it; the row stays until all its data is deleted. */
      closed_at: number | null
      /** Retention until `retained_until`, where the plan has a shorter one by now; null where nothing was reduced. */
      retention_submission_days: number | null
      retention_telemetry_days: number | null
      retained_until: number | null
    }
    /** Retention of each plan, by the plans file that the service last started with. */
    plan_retention: {
      plan: string
      submission_days: number
      telemetry_days: number
      /** Retention before the file reduced it, until all owners have been notified; else null. */
      previous_submission_days: number | null
      previous_telemetry_days: number | null
      retention_reduced_at: number | null
    }
    /** One row, from the first check on. */
    clock_checks: {
      id: number
      /** Time of the last check of the clock. */
      checked_at: number
      /** Nothing is purged before this time. */
      paused_until: number | null
    }
    /** Usage of the monthly quotas that are counted per account: one row per kind, from the account's creation on. */
    account_counts: {
      /** `{account_key} {kind}` */
      counter: string
      account_key: number
      kind: EndpointKind
      month: string | null
      count: number
    }
    /** Keys of single endpoints for programs, as `api_keys` are keys of accounts. */
    endpoint_keys: {
      key: number
      endpoint_key: number
      id: string
      hash: string
      name: string
      /** JSON list of scopes. */
      scopes: string
      created_at: number
      used_at: number | null
      /** Null for a key that does not expire. */
      expires_at: number | null
      /** Time at which the audit log recorded the expiry. */
      expiry_recorded_at: number | null
    }
    /** The audit log of accounts. */
    audit_entries: {
      key: number
      account_key: number
      at: number
      action: AuditAction
      /** Session or key that acted, with the name that it had; null for the service. */
      actor_kind: Actor['kind'] | null
      actor_key: number | null
      actor_name: string | null
      subject: string | null
      detail: string | null
    }
    /** Requested sign-ins; their tokens and codes are derived from their keys. */
    sign_ins: {
      key: number
      /** Null if no email was sent, because the mailbox has no account or has received enough emails. */
      account_key: number | null
      /** The session that it confirms; null for one that opens a session. */
      session_key: number | null
      mailbox_key: string
      /** Hash of the cookie of the requesting browser. */
      browser_hash: string | null
      /** The requesting browser: `deviceLabel`. */
      device: string
      /** Path on this site to open afterwards. */
      next: string | null
      created_at: number
      used_at: number | null
      /** Number of wrong codes so far. */
      tries: number
    }
    sessions: {
      key: number
      /** Hash of the browser's cookie. */
      hash: string
      account_key: number
      device: string
      created_at: number
      /** Coarse: written at most once a minute. */
      seen_at: number
      /** Until then it may do irreversible things without another confirmation. */
      fresh_until: number
    }
    api_keys: {
      key: number
      /** Public part of the key. */
      id: string
      /** Hash of the whole key. */
      hash: string
      account_key: number
      name: string
      /** JSON list of scopes. */
      scopes: string
      created_at: number
      /** Coarse: written at most once a minute. */
      used_at: number | null
      /** Null for a key that does not expire. */
      expires_at: number | null
      /** Time at which the audit log recorded the expiry. */
      expiry_recorded_at: number | null
    }
    endpoints: {
      key: number
      id: string
      /** Empty once it is no longer needed. */
      recipient: string
      mailbox_key: string
      created_at: number
      last_accepted_at: number | null
      accepted_count: number
      counted_month: string | null
      month_count: number
      claim_email_at: number | null
      claimed_at: number | null
      confirmed_at: number | null
      account_key: number | null
      retired_at: number | null
      /** Time at which it was declined; null where it was not, or that was undone. */
      declined_at: number | null
      /** Time at which the data of a declined endpoint was deleted. */
      purged_at: number | null
      mail_stopped_at: number | null
      /** `stringifySettings`; null while all settings have their defaults. */
      settings: string | null
      /** Incremented by each change of the settings. */
      version: number
      /** Time at which the claim page opened a session, which it does once. */
      opened_at: number | null
      /** Key of its newest submission, real or spam, in any folder; 0 before the first. */
      newest_key: number
    }
    submissions: {
      key: number
      endpoint_key: number
      received_at: number
      /** JSON list of [name, value] in the order sent. */
      fields: string
      /** Verdict on arrival: a JSON list of reasons, null for real submissions. */
      spam_reasons: string | null
      /** Folder that the owner moved it to; null where the verdict decides. */
      moved_to: Folder | null
      read_at: number | null
    }
    /** A view: the submissions of each endpoint by folder, read state and key. */
    submissions_by_endpoint: { endpoint_key: number; folder: Folder; key: number; unread: 0 | 1 }
    /** One row: submissions up to this key are in the search index (`search-index.ts`). */
    search_progress: { id: number; indexed_up_to: number }
    /** Emails that are not about a submission. They hold no secrets: links and codes are derived when they are sent. */
    notices: {
      key: number
      kind: Notice['kind']
      /** Address that it is sent to. */
      mailbox: string
      /** JSON of the `Notice` without its kind. */
      data: string
      created_at: number
      /** Never sent after this time. */
      expires_at: number
    }
    /** Deliveries. */
    outbox: {
      key: number
      kind: 'claim' | 'submission' | 'notice'
      /** Null for notices. */
      endpoint_key: number | null
      /** Null for emails that are not about a submission: their delivery has the key of a notice. */
      submission_key: number | null
      /** Id of the destination; null: the recipient. */
      destination: string | null
      /** Name of a channel of `delivery/`. */
      channel: string
      /** The target in terms of the channel; for email the `mailbox_key` that budget, suppression and hold go by. */
      target: string
      created_at: number
      /** Time of the next attempt; null once settled. */
      due_at: number | null
      /** Start of the hold by the email budget of the mailbox. */
      held_at: number | null
      /** Start of its first attempt. */
      started_at: number | null
      /** The budget of its target that it counts against, from its first attempt on. */
      budget: EmailBudget | null
      /** The domain whose limit it counts against, where it counts against a budget. */
      budget_domain: string | null
      /** Start of its first attempt where it counts against a budget. */
      budgeted_at: number | null
      attempts: number
      lease: string | null
      leased_by: string | null
      leased_until: number | null
      settled_at: number | null
      outcome: DeliveryOutcome | null
    }
    attempts: {
      key: number
      delivery_key: number
      started_at: number
      ended_at: number | null
      outcome: AttemptOutcome | null
      /** Answer of the mail server or error of the system, without addresses. */
      answer: string | null
    }
    /** The claim email of each endpoint: at most one, enforced by the database. */
    claim_emails: { endpoint_key: number; delivery_key: number }
    /** Rows that are locked while a client address creates endpoints. */
    creation_locks: { address_key: string }
    creations: { key: number; address_key: string; created_at: number }
    /** Mailboxes that an endpoint was created for, or that refused something. */
    mailboxes: {
      mailbox_key: string
      /** Time at which a person refused further confirmation emails. */
      confirmations_refused_at: number | null
    }
    /** Causes of the suppression of a mailbox, which lasts while it has any. */
    suppressions: {
      mailbox_key: string
      /** Id of the endpoint that was declined, `operator`, or `declined` for a decline by an earlier version. */
      cause: string
      suppressed_at: number
    }
    idempotent_results: { key: string; fingerprint: string; result: string; created_at: number }
    channel_pauses: { channel: string; since: number; until: number; reason: string }
    /** One row: keys below `next` are reserved (`sequence.ts`). */
    key_reservation: { id: number; next: number }
    /** One row. */
    instance: { id: number; secret_fingerprint: string; link_secret_fingerprint: string | null }
    schema_version: { version: number; migrated_at: number }
  }
