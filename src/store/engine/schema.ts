import type { Generated } from 'kysely'
import type { StoredFile } from '../../domain/files/stored-file.ts'
import type { Language } from '../../domain/language.ts'
import type { StatusFact } from '../../domain/maintenance/status.ts'
import type { OperatorAction } from '../../domain/operator/operator-log.ts'
import type { BounceReason } from '../../domain/outbox/bounce-reason.ts'
import type { MessageType } from '../../domain/queues/queue.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { Lesson } from '../../domain/spam/words/lesson.ts'
import type { SubmissionRow } from '../../domain/submissions/columns.ts'
import type { Folder } from '../../domain/submissions/folder.ts'
import type { LabelColor } from '../../domain/submissions/label.ts'
import type { AccountTables } from './account-tables.ts'
import type { OutboxTables } from './outbox-tables.ts'

/**
 * The tables, as Kysely sees them. Times are whole milliseconds since 1970 (UTC), keys are integers that
 * grow with time so that inserts stay at the right edge of the tree.
 */
export type Schema = AccountTables &
  OutboxTables &
  JudgingTables &
  QueueTables &
  TelemetryTables &
  WorkTables & {
    /** One row, from the first check on. */
    clock_checks: {
      id: number
      /** Time of the last check of the clock. */
      checked_at: number
      /** Nothing is purged before this time. */
      paused_until: number | null
    }
    /** `StatusRecord`. */
    status_days: {
      day: number
      fact: StatusFact
      minutes: number
      first_minute: number
      last_minute: number
      since_minute: number
    }
    /** `StorageDay`. */
    storage_days: { day: number; database_bytes: number; file_bytes: number }
    /** The processes that serve the instance; `name`: host and port. */
    nodes: { name: string; version: string; started_at: number; seen_at: number }
    /** The log of what the operator did; `operator`: `toOperatorName`. */
    operator_entries: {
      key: number
      at: number
      operator: string
      action: OperatorAction
      subject: string | null
      detail: string | null
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
      /** The member of its account who created it, with whom it ends; null: the person who holds the account. */
      member_key: number | null
    }
    endpoints: {
      key: number
      id: string
      /** Empty once it is no longer needed. */
      recipient: string
      mailbox_key: string
      /** The network that created it (`Keys.networkKey`), until it is confirmed or its recipient is forgotten; null while unknown. */
      network_key: string | null
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
      /** Time at which the operator suspended it, and why; null where that is not so or not said. */
      suspended_at: number | null
      suspended_reason: string | null
      /** Language of its emails; null while unknown. */
      language: string | null
      /** Host of the first page that sent a submission. */
      site_host: string | null
      /** `stringifySettings`; null while all settings have their defaults. */
      settings: string | null
      /** Incremented by each change of the settings. */
      version: number
      /** Time at which the claim page opened a session, which it does once. */
      opened_at: number | null
      /** Key of its newest submission, real or spam, in any folder; 0 before the first. */
      newest_key: number
      /** Key of the test submission that a form holds; that submission may be gone. */
      test_key: number | null
      /** Id of the public link to its statistics, from which the token is derived; null while it has none. */
      public_link: string | null
      /** 1 while `spam_lists` has a row for it. */
      has_spam_lists: 1 | null
      /** 1 while `watches` has a row for it. */
      has_watches: 1 | null
      /** Scripts of its newest real submissions: see `rememberScript`. */
      recent_scripts: string
      /** Time at which its present owner got it from another one; null where nobody did. */
      handed_over_at: number | null
    }
    /** A form that its owner wants to hand over. */
    hand_overs: {
      key: number
      endpoint_key: number
      /** The present owner. */
      account_key: number
      /** Address of the new owner, and the keyed hash of that mailbox. */
      recipient: string
      mailbox_key: string
      language: Language
      asked_at: number
      accepted_at: number | null
    }
    /** Lists of the spam settings of a form, as JSON. Both empty: no row. */
    spam_lists: { endpoint_key: number; block: string; allow: string }
    /**
     * Secrets of the destinations that are not email, sealed for `getDestinationPlace`: the address, and as JSON what requests are
     * signed with; null where they are not signed. `failing_since`: null while its last attempt succeeded.
     */
    destination_secrets: {
      endpoint_key: number
      destination_id: string
      address: string
      signing: string | null
      failing_since: number | null
    }
    submissions: SubmissionRow
    /** Files of submissions, without their bytes; `key` is that of the submission or one of the next. See `StoredFile`. */
    files: Omit<StoredFile, 'submissionKey' | 'linkVersion'> & {
      submission_key: number
      endpoint_key: number
      account_key: number
      /** Time of the last try to scan it; that of its arrival before the first. */
      scanned_at: number
      link_version: Generated<number>
    }
    /** Places of files without a row, or with malware: their bytes are deleted from `due_at` on. */
    file_deletions: { place: string; due_at: number }
    /** A view: the submissions of each endpoint by folder, read state and key. */
    submissions_by_endpoint: { endpoint_key: number; folder: Folder; key: number; unread: 0 | 1 }
    /** `stringifyObservations` of a form in an hour since 1970. */
    observations: { endpoint_key: number; hour: number; data: string }
    /** Findings that the owner of a form was told about by email (`toFindingKey`), and when each was last there. */
    announced_findings: { endpoint_key: number; finding: string; seen_at: number }
    /** One row: submissions up to this key are in the search index (`search-index.ts`). */
    search_progress: { id: number; indexed_up_to: number }
    /** Rows that are locked while a client address creates endpoints. */
    creation_locks: { address_key: string }
    creations: { key: number; address_key: string; created_at: number }
    /** Mailboxes that an endpoint was created for, or that refused something. */
    mailboxes: {
      mailbox_key: string
      /** Time at which a person refused further confirmation emails. */
      confirmations_refused_at: number | null
      /** Since when nothing is sent to it because emails bounced; null if that is not so. */
      undeliverable_at: number | null
      /** End of that time; null if only its owner can end it. */
      undeliverable_until: number | null
      undeliverable_because: BounceReason | null
      /** JSON of `RecentEmail`s, from the first bounce on which says that the mailbox does not exist; null before. */
      recent_emails: string | null
    }
    /** Causes of the suppression of a mailbox, which lasts while it has any. */
    suppressions: {
      mailbox_key: string
      /** Id of the endpoint that was declined, `operator`, or `declined` for a decline by an earlier version. */
      cause: string
      suppressed_at: number
    }
    /** Solved challenges that were used; `until`: the end of the time for which they would be accepted. */
    spent_challenges: { nonce: string; until: number }
    idempotent_results: { key: string; fingerprint: string; result: string; created_at: number }
    /** One row: keys below `next` are reserved (`sequence.ts`). */
    key_reservation: { id: number; next: number }
    /** One row. */
    instance: {
      id: number
      secret_fingerprint: string
      link_secret_fingerprint: string | null
      /** Random id that marks the stores of its files; null before the first comparison, and after a restore. */
      files_id: string | null
      /** Time of the last backup by the command; null without one, and on PostgreSQL. */
      backed_up_at: number | null
    }
    schema_version: { version: number; migrated_at: number }
  }

/** Tables of queues; a part of `Schema`. */
type QueueTables = {
  messages: {
    key: number
    endpoint_key: number
    published_at: number
    type: MessageType
    /** JSON, also for text messages. */
    body: string
    /** Time at which it can be received; null for a message that nobody has received yet and that is not delayed. */
    ready_at: number | null
    /** Number of times it was delivered. */
    deliveries: number
    /** Token of the current or last lease. */
    lease: string | null
    dead_at: number | null
    /** Reason of the last retry, in the words of the consumer. */
    reason: string | null
    /** 1 for a test message of the owner, which is counted nowhere. */
    is_test: 1 | null
    /** 1 from its first delivery by push until its end: while `ready_at` is ahead, it takes one of the places of its queue. */
    pushed: 1 | null
  }
  /**
   * Number of messages of each queue: maintained, never computed. A queue without a row is empty. The limits repeat those
   * in its settings, for the purge; null: the default. `pushes`: 1 while its settings have a webhook that is active.
   */
  queue_counts: {
    endpoint_key: number
    backlog: number
    dead: number
    max_deliveries: Generated<number | null>
    retention_days: Generated<number | null>
    pushes: Generated<1 | null>
    /** Time of the last delivery by push that failed, and the answer to it; null before the first. */
    push_failed_at: Generated<number | null>
    push_failure: Generated<string | null>
  }
  /** Outcome of routing a submission to a queue, on the key of the submission. */
  routings: { key: number; queue_id: string; refusal: RefusalCode | null }
  /**
   * Messages published, acknowledged, delivered again and dead-lettered per queue and hour of UTC since 1970; of the last
   * days. Of the last two, null for none.
   */
  queue_rates: {
    counter: string
    endpoint_key: number
    hour: number
    published: number
    acked: number
    redelivered: number | null
    died: number | null
  }
}

/** Tables of telemetry endpoints; a part of `Schema`. */
type TelemetryTables = {
  /** Events of telemetry endpoints: one row per request. */
  event_batches: {
    key: number
    endpoint_key: number
    received_at: number
    /** `stringifyEvents`; never empty. */
    events: string
  }
  /** Number of events of each name in each hour since 1970. Maintained, never computed from the events. */
  event_counts: { endpoint_key: number; hour: number; name: string; count: number }
  /** Ids that senders gave their events, for as long as duplicates are rejected. */
  event_ids: { endpoint_key: number; id: string; seen_at: number }
  /**
   * Unique visitors of an endpoint on each day since 1970. `bitmap`: base64 of the bits that the visitors of the day set;
   * null once the day is over.
   */
  visitor_counts: { endpoint_key: number; day: number; count: number; bitmap: string | null }
  /** The salt of the visitor hashes of today. */
  visitor_salts: { day: number; salt: string }
  /** Notes of owners at points in time of a telemetry endpoint. */
  annotations: { key: number; endpoint_key: number; at: number; text: string; created_at: number }
  /** Watches of telemetry endpoints. `rule` and `facts`: see `store/telemetry/watches.ts`. */
  watches: {
    key: number
    endpoint_key: number
    created_at: number
    rule: string
    facts: string
    /** Time at which it must be looked at although nothing arrives; null for never. */
    due_at: number | null
  }
}

/** Tables of the second tier of the spam filter; a part of `Schema`. */
type JudgingTables = {
  /** Submissions that wait for their verdict: nothing about them leaves before it. */
  judgements: {
    submission_key: number
    endpoint_key: number
    /** Time at which the submission goes out without a verdict. */
    due_at: number
    /** Score and JSON list of the reasons of the first tier. */
    score: number
    reasons: string
    /** 1: its files are to be scanned; null for all others. */
    has_files: 1 | null
    lease: string | null
    leased_by: string | null
    leased_until: number | null
  }
  /** Words that an account taught: the number of its lessons of each kind that contained one. */
  spam_tokens: {
    account_key: number
    /** Keyed hash of the word (64 bits): the words of visitors are not stored. */
    token_hash: string
    /** A multiple of a half: likely ones count half. */
    ham: number
    spam: number
  }
  /** Submissions that taught words, or are about to. */
  spam_lessons: {
    submission_key: number
    account_key: number
    /** The lesson that its owner gave last; null where it was taken back. */
    given: Lesson | null
    /** The lesson that is in `spam_tokens`; null for none. */
    learned: Lesson | null
    /** Time at which a lesson was given that is not learned yet; null for none. */
    given_at: number | null
  }
}

/** Tables of the work of owners on their submissions. */
type WorkTables = {
  labels: {
    key: number
    account_key: number
    name: string
    /** `foldName` of the name. */
    folded: string
    color: LabelColor
    created_at: number
  }
  submission_labels: { label_key: number; submission_key: number }
  /** A row for each submission with a star, a note or an assignee. */
  submission_work: {
    submission_key: number
    /** The owner of its endpoint. */
    account_key: number
    starred_at: number | null
    note: string | null
    /** Key of a member, who may have been removed since, or `HOLDER_KEY`; null for nobody. */
    assignee: number | null
  }
  inbox_views: {
    key: number
    account_key: number
    name: string
    /** `foldName` of the name. */
    folded: string
    /** JSON, as the API shows it. */
    filter: string
    created_at: number
  }
}
