import type { Actor, AuditedAction } from '../../domain/accounts/audit.ts'
import type { SolvedChallenge } from '../../domain/challenges/challenge.ts'
import type { ConfirmationFacts } from '../../domain/destinations/email-destination.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { EndpointSettings } from '../../domain/endpoints/settings.ts'
import type { Suspension } from '../../domain/endpoints/suspension.ts'
import type { AttachedFile } from '../../domain/files/stored-file.ts'
import type { IdempotencyKey } from '../../domain/idempotency-key.ts'
import type { Language } from '../../domain/language.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { MonthCount } from '../../domain/plans/month-usage.ts'
import type { MessageContent } from '../../domain/queues/queue.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { LessonCounts } from '../../domain/spam/words/word-score.ts'
import type { Arrival } from '../../domain/submissions/columns.ts'
import type { EventCount } from '../../domain/telemetry/event.ts'
import type { Watch } from '../../domain/telemetry/watch.ts'
import type { DeliveredKey, DeliveryTarget } from './outbox-store.ts'
import type { NewWebEvent } from './web-event.ts'

/** Outcome of a write whose answer is stored under its Idempotency-Key for 24 hours. */
export type IdempotentResult<Answer> =
  | { kind: 'fresh'; answer: Answer }
  | { kind: 'replayed'; answer: Answer }
  /** The key was used with another body. */
  | { kind: 'key_reused' }
  /** The first request with this key has not been answered yet. */
  | { kind: 'in_progress' }

export type FoundEndpoint = {
  /** Key of its row. */
  key: number
  endpoint: EndpointFacts
  /** The keyed hash of its recipient's mailbox. */
  mailboxKey: string
  /** Key of the account that owns it; null while unclaimed. */
  accountKey: number | null
  /** The plan of its owner; null while nobody has claimed it. */
  plan: string | null
  /** Lessons that its owner has given the spam filter; null while nobody has claimed it. */
  lessons: LessonCounts | null
  /** Count of the owner's account; null while it does not count against it (`usesPlanQuota`). */
  usage: MonthCount | null
  /** In a change of an endpoint that routes to a queue: that queue, locked like the endpoint; null when it is gone. */
  routesTo?: FoundEndpoint | null
  /** Key of the test submission that the form holds, or held until it was deleted; null for none. */
  testKey: number | null
  /** Id of the public link to the statistics of a telemetry endpoint; null while it has none. */
  publicLinkId: string | null
  /** Watches of a telemetry endpoint, in the order of their keys. */
  watches: readonly Watch[]
  /** It is suspended itself: `endpoint.suspension` may be that of its account. */
  isSuspended: boolean
}

export type ChangeRequest<Answer> = {
  endpointId: string
  now: Date
  idempotencyKey: IdempotencyKey | null
  /** Maximum number of keys that `decide` needs; four when left out. */
  maxKeys?: number
  /** Another mailbox that this change is about; locked like the endpoint and passed to `decide`. */
  mailboxKey?: string
  /** Event ids given by the sender; `decide` receives those that were seen before. */
  eventIds?: readonly string[]
  /** A solved challenge that was sent; `decide` is told if it has been spent before. */
  challenge?: SolvedChallenge
  /** Set when files arrive with it: `decide` is told how many bytes the account stores. */
  hasFiles?: true
  /** Set when it depends on the OpenPGP key of the owner: `decide` is told the one in use. */
  needsEmailKey?: true
  /** Set for work of the service itself: it is not refused during an overload. */
  isInternal?: true
  /** The leased judgement that this change ends. */
  judgement?: JudgementLease
  decide(input: ChangeInput): Change<Answer>
}

/** Facts that a change is decided on; the endpoint is locked. */
export type ChangeInput = {
  /** Null when no endpoint has the id. */
  found: FoundEndpoint | null
  /** Returns the key of a row that the change is about to save. */
  nextKey(): number
  /** The mailbox that the request names; null when it names none. */
  mailbox: ConfirmationFacts | null
  /** The request's `eventIds` that an event of the endpoint had within the last day. */
  seenEventIds: ReadonlySet<string>
  /** The request's `challenge` has been spent before. */
  isChallengeSpent: boolean
  /** Bytes that the account of the endpoint stores, locked; 0 unless the request has files. */
  storedBytes: number
  /** The OpenPGP key in use of the owner, whose account is locked; null without one, and unless the request needs it. */
  emailKey: DeliveredKey | null
  /** The judgement that the request names, locked; null when it names none, or its lease was lost. */
  judgement: OpenJudgement | null
}

/** A decision and all its consequences: saved in one transaction, or not at all. */
export type Change<Answer> = {
  /** Plain data that survives JSON, because it may be remembered. */
  answer: Answer
  /** Set when a retry with the same Idempotency-Key must get this answer. */
  remember: boolean
  consequences: readonly Consequence[]
}

export type Consequence =
  | { kind: 'endpoint'; facts: EndpointFacts }
  /** `challenge`: that of the request, which is spent with it. */
  | ({ kind: 'submission'; key: number; challenge?: SolvedChallenge } & Arrival)
  /** Files of the submission, whose bytes are stored and flushed. */
  | { kind: 'files'; submissionKey: number; files: readonly AttachedFile[] }
  /** Key of the test submission that the form holds from now on, null for none; the one that it replaces is deleted. */
  | { kind: 'test_submission'; key: number | null; replaces: number | null }
  /** A delivery of a submission: a row of the outbox. */
  | ({
      kind: 'delivery'
      /** `claim`: the first email of an endpoint, which carries its claim link. */
      delivery: 'claim' | 'submission'
      submissionKey: number
      /** Id of the destination; null for the recipient. */
      destination: string | null
      /** Number of the delivery among those of its submission: 0 is the first. */
      ordinal: number
      /** Not sent before this time unless a verdict comes; due at once when left out. */
      dueAt?: Date
    } & DeliveryTarget)
  /**
   * The submission waits for its verdict, `dueAt` at the latest; `score` and `reasons` are those of the first tier. `hasFiles`:
   * it has files to scan.
   */
  | {
      kind: 'judgement'
      submissionKey: number
      dueAt: Date
      score: number
      reasons: readonly string[]
      hasFiles?: true
    }
  /** Ends the judgement of a submission: it goes out, or it is spam and its deliveries are suppressed. */
  | { kind: 'verdict'; submissionKey: number; verdict: FinalVerdict }
  /** Ownership by the account of this mailbox, which is created if it is new. */
  | { kind: 'owner'; mailbox: string; plan: string }
  /** A person has confirmed the endpoint: its emails that the email budget held are due now. */
  | { kind: 'confirmation' }
  /** Emails to the recipient that wait are due now: the times at which they begin have changed. */
  | { kind: 'emails_released' }
  /** The endpoint was declined, which suppresses its mailbox. */
  | { kind: 'declined' }
  /** The decline was undone: the emails that it held are due now, and the suppression that it made is lifted. */
  | { kind: 'decline_undone' }
  /** A person refuses further confirmation emails for this mailbox. */
  | { kind: 'confirmations_refused'; mailboxKey: string }
  /** The mailbox of a destination has confirmed: the link that refuses confirmation emails no longer works. */
  | { kind: 'confirmation_answered'; endpointId: string; destinationId: string }
  /** Sealed secrets of a destination; those that are left out stay as they are. The first time, `address` is needed. */
  | { kind: 'destination_secret'; destinationId: string; address?: string; signing?: string | null }
  /** The destination has no secrets any more. */
  | { kind: 'destination_secret_gone'; destinationId: string }
  /** An email that is about no submission, and its delivery. */
  | ({ kind: 'notice' } & NewNotice)
  /** An event of the endpoint other than a submission, and its deliveries to web destinations. */
  | ({ kind: 'web_event' } & NewWebEvent)
  /** An email that emails were stopped by a link; at most one to a mailbox in `STOP_NOTICE_INTERVAL_HOURS`. */
  | ({ kind: 'stop_notice' } & NewNotice)
  /** The claim email of an endpoint that is not a form, and its delivery. */
  | ({ kind: 'claim_email' } & NewNotice)
  /** Messages published to the queue. */
  | { kind: 'messages'; messages: readonly NewMessage[] }
  /**
   * Telemetry events of one request: `text` by `stringifyEvents`, counts by name, ids given by the sender, and the bit of
   * the visitor in the bitmap of the day; null when no visitor sent them.
   */
  | {
      kind: 'events'
      key: number
      text: string
      counts: readonly EventCount[]
      ids: readonly string[]
      visitor: number | null
    }
  /** Routing of a submission to a queue, or the refusal; `queueConsequences` are saved for the queue. */
  | ({ kind: 'routing'; submissionKey: number; queueConsequences: readonly Consequence[] } & Routing)
  /** New count of the owner's account for this kind of endpoint. */
  | { kind: 'usage'; usage: MonthCount }
  /** New settings; the version of the endpoint increases by one. */
  | { kind: 'settings'; settings: EndpointSettings }
  /** The operator suspends the endpoint, or lifts that (null), which the log of the operator records. */
  | { kind: 'suspension'; suspension: Suspension | null; operator: string }
  /** The language of its emails, which was unknown. */
  | { kind: 'language'; language: Language }
  /** The host of the page that sent a submission: the first one, or the first one that is not on a machine of a developer. */
  | { kind: 'site'; host: string }
  /** Id of the public link to its statistics from now on; null for none. */
  | { kind: 'public_link'; linkId: string | null }
  /** All watches of the endpoint from now on. */
  | { kind: 'watches'; watches: readonly Watch[] }
  /** An email of watches; none beyond the limit of emails of the account. */
  | ({ kind: 'watch_notice' } & NewNotice)
  /** An entry in the audit log of the owner's account. `by`: null for somebody with a link of an email. */
  | ({ kind: 'audit'; by: Actor | null } & Pick<AuditedAction, 'action' | 'detail'>)
  /** Deletes everything that the endpoint holds, unsent emails included, and records when. */
  | { kind: 'purge' }

/** The right to judge a submission; `lease` fences it. */
export type JudgementLease = { submissionKey: number; lease: string }

/** An open judgement in the transaction that ends it; it is locked. */
export type OpenJudgement = {
  submissionKey: number
  receivedAt: Date
  /** Fields of the submission as `stringifyFields` writes them. */
  text: string
  files: readonly AttachedFile[]
  /** Score and reasons of the first tier. */
  score: number
  reasons: readonly string[]
  /** true: the owner has moved it out of the inbox, into the archive, and so called it real. */
  isVouchedFor: boolean
  /** Open judgements of its endpoint, this one included. */
  openCount: number
}

/** The end of a judgement. `unjudged`: it goes out because nobody judged it in time. */
export type FinalVerdict =
  | { kind: 'real' }
  | { kind: 'unjudged' }
  | { kind: 'spam'; reasons: readonly string[] }

/** A new email that is about no submission. */
export type NewNotice = {
  notice: Notice
  /** Its only address, and the keyed hash of that mailbox. */
  mailbox: string
  mailboxKey: string
  /** Never sent after this time. */
  expiresAt: Date
  /** Not sent before this time; sent at once when left out. */
  dueAt?: Date
}

/**
 * A new message. `readyAt`: time from which on it can be pulled; null for at once. `isTest`: its owner sent it to try the
 * queue, and it is counted nowhere.
 */
export type NewMessage = MessageContent & { key: number; readyAt: Date | null; isTest?: true }

/** Outcome of routing a submission to a queue. */
export type Routing = {
  queueId: string
  /** Reason why the queue refused it; null when it accepted it. */
  refusal: RefusalCode | null
}
