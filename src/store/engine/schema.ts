import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { Folder } from '../../domain/submissions/folder.ts'
import type { AttemptOutcome, DeliveryOutcome, SuppressionReason } from '../contract/outcomes.ts'
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
      /** When its owner deleted it; it stands until all it held is gone. */
      closed_at: number | null
      /** What it keeps until `retained_until`, if that is longer than its plan does; all null where nothing is taken away. */
      retention_submission_days: number | null
      retention_telemetry_days: number | null
      retained_until: number | null
    }
    /** What each plan keeps, by the plans file that the service last started with. */
    plan_retention: {
      plan: string
      submission_days: number
      telemetry_days: number
      /** What it kept before the file took days away, while not all its owners have been told; else null. */
      previous_submission_days: number | null
      previous_telemetry_days: number | null
      retention_reduced_at: number | null
    }
    /** One row, from the first check on. */
    clock_checks: {
      id: number
      /** When maintenance last checked the clock. */
      checked_at: number
      /** Nothing is purged before. */
      paused_until: number | null
    }
    /** What an account has used of its monthly quotas that are not counted by endpoint: one row each, from its birth. */
    account_counts: {
      /** `{account_key} {kind}` */
      counter: string
      account_key: number
      kind: EndpointKind
      month: string | null
      count: number
    }
    /** Keys of endpoints for programs, as `api_keys` are those of accounts. */
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
    }
    /** Sign-ins that were asked for; the tokens and codes that use them up are derived from their keys. */
    sign_ins: {
      key: number
      /** Null where nothing was sent, because the mailbox owns nothing or has been sent enough. */
      account_key: number | null
      /** The session that it makes fresh again; null for one that opens a session. */
      session_key: number | null
      mailbox_key: string
      /** Hash of what the asking browser keeps in its cookie. */
      browser_hash: string | null
      /** From what browser it was asked: `deviceLabel`. */
      device: string
      /** Where to go afterwards; a path of ours. */
      next: string | null
      created_at: number
      used_at: number | null
      /** Wrong codes so far. */
      tries: number
    }
    sessions: {
      key: number
      /** Hash of what the browser keeps in its cookie. */
      hash: string
      account_key: number
      device: string
      created_at: number
      /** Coarse: written at most once a minute. */
      seen_at: number
      /** Until then it may do what cannot be undone. */
      fresh_until: number
    }
    api_keys: {
      key: number
      /** The part of the key that may be shown. */
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
    }
    endpoints: {
      key: number
      id: string
      /** Empty once nobody needs it any more. */
      recipient: string
      mailbox_key: string
      created_at: number
      last_accepted_at: number | null
      accepted_count: number
      counted_month: string | null
      month_count: number
      claim_email_at: number | null
      claimed_at: number | null
      account_key: number | null
      retired_at: number | null
      mail_stopped_at: number | null
      /** `stringifySettings`; null while the owner has set nothing. */
      settings: string | null
      /** Grows with each change of the settings. */
      version: number
      /** When the button on the claim page signed somebody in, which it does once. */
      opened_at: number | null
      /** The key of its newest submission, real or spam, wherever it lies; 0 before the first. */
      newest_key: number
    }
    submissions: {
      key: number
      endpoint_key: number
      received_at: number
      /** JSON list of [name, value] in the order sent. */
      fields: string
      /** The verdict when it arrived: a JSON list of reasons, null for real submissions. */
      spam_reasons: string | null
      /** Where the owner put it; null where it lies by its verdict. */
      moved_to: Folder | null
      read_at: number | null
    }
    /** A view: the keys of the submissions of each endpoint, in order, and which folder each lies in. */
    submissions_by_endpoint: { endpoint_key: number; folder: Folder; key: number; unread: 0 | 1 }
    /** One row: submissions up to this key are in the search index (`search-index.ts`). */
    search_progress: { id: number; indexed_up_to: number }
    /** Emails that are about no submission. No secret stands in them: links and codes are derived when they are sent. */
    notices: {
      key: number
      kind: Notice['kind']
      /** Whom it goes to. */
      mailbox: string
      /** JSON: all of the `Notice` but its kind. */
      data: string
      created_at: number
      /** Never sent after that. */
      expires_at: number
    }
    /** Deliveries. */
    outbox: {
      key: number
      kind: 'claim' | 'submission' | 'notice'
      /** Null for notices. */
      endpoint_key: number | null
      /** Null for emails about no submission: their delivery stands on the key of a notice. */
      submission_key: number | null
      /** The id of the destination it goes to; null: the recipient. */
      destination: string | null
      /** Name of a channel: which ones there are is known to `delivery/`. */
      channel: string
      /** The target in terms of the channel; for email the `mailbox_key` that budget, suppression and hold go by. */
      target: string
      created_at: number
      /** When the email may be tried next; null once settled. */
      due_at: number | null
      /** Since when the email budget of the mailbox makes it wait. */
      held_at: number | null
      /** When its first attempt began. */
      started_at: number | null
      /** The same, where the mailbox had not consented: it counts against its email budget. */
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
      /** What the mail server or the system said; without addresses. */
      answer: string | null
    }
    /** The claim email of each endpoint: at most one, whatever the rules above the store may think. */
    claim_emails: { endpoint_key: number; delivery_key: number }
    /** The row that is locked while an address creates. */
    creation_locks: { address_key: string }
    creations: { key: number; address_key: string; created_at: number }
    /** Every mailbox that an endpoint was made for, or that said something. */
    mailboxes: {
      mailbox_key: string
      /** When a person, not a scanner, said yes to emails. */
      consented_at: number | null
      suppressed_at: number | null
      suppression_reason: SuppressionReason | null
      /** When a person said that it shall not be asked to take the emails of an endpoint. */
      confirmations_refused_at: number | null
    }
    idempotent_results: { key: string; fingerprint: string; result: string; created_at: number }
    channel_pauses: { channel: string; since: number; until: number; reason: string }
    /** One row: keys below `next` have been set aside (`row-keys.ts`). */
    key_reservation: { id: number; next: number }
    /** One row. */
    instance: { id: number; secret_fingerprint: string }
    schema_version: { version: number; migrated_at: number }
  }
