import type { EmailBudget } from '../../domain/outbox/email-budget.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { AttemptOutcome, DeliveryOutcome } from '../contract/outbox-store.ts'

/** Tables of deliveries, and of emails that are not about a submission; a part of `Schema`. */
export type OutboxTables = {
  /** Emails that are not about a submission. They hold no secrets: links and codes are derived when they are sent. */
  notices: {
    key: number
    /** `web_event`: an event for a web destination. */
    kind: Notice['kind'] | 'web_event'
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
    /** Start of the hold by the email budget of the mailbox, or by the settings of the form. */
    held_at: number | null
    /** Key of the digest that it is part of; 0 while it waits for one. */
    digest_key: number | null
    /** Start of its first attempt. */
    started_at: number | null
    /** The budget of its target that it counts against, from its first attempt on. */
    budget: EmailBudget | null
    /** The domain whose limit it counts against, where it counts against a budget. */
    budget_domain: string | null
    /** The network that created its endpoint, for an hour after it began to count against a budget (`Keys.networkKey`). */
    budget_network: string | null
    /** Start of its first attempt where it counts against a budget. */
    budgeted_at: number | null
    attempts: number
    /** Key of the attempt in progress: only its result is stored. */
    lease: string | null
    leased_by: string | null
    leased_until: number | null
    settled_at: number | null
    outcome: DeliveryOutcome | null
    /** Time at which a mail server refused it for good, or reported a bounce after it was sent. */
    bounced_at: number | null
    /** Time at which a complaint was reported: its recipient marked it as spam. */
    complained_at: number | null
    /** JSON of `DeliveryReport`s: at most one of each kind; null without any. */
    reports: string | null
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
  /** The newest email of a form that sends at most one an hour, and the newest digest, by its key. */
  email_rhythms: { endpoint_key: number; emailed_at: number | null; digest_key: number | null }
  channel_pauses: { channel: string; since: number; until: number; reason: string }
  /** Emails by day (its first instant in UTC) and domain of the recipient. `unproven_…`: those that count against a budget. */
  email_days: {
    day: number
    /** `OTHER_DOMAINS` for those beyond the limit of the day. */
    domain: string
    sent: number
    delayed: number
    bounced: number
    complaints: number
    unproven_sent: number
    unproven_delayed: number
    unproven_bounced: number
    unproven_complaints: number
    /** Last error: one line, without addresses; null if there was none. */
    error: string | null
    error_at: number | null
  }
  /** Emails to unproven mailboxes of the last day, by hour (its first instant) and network that created the endpoint. */
  unproven_email_hours: {
    hour: number
    /** `Keys.networkKey`; `UNKNOWN_NETWORK` while unknown. */
    network: string
    sent: number
    bounced: number
    complaints: number
  }
}
