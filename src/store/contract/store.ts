import type { EndpointScope } from '../../domain/accounts/scope.ts'
import type { AskedMailbox } from '../../domain/destinations/destination.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { EndpointSettings } from '../../domain/endpoints/settings.ts'
import type { IdempotencyKey } from '../../domain/idempotency-key.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { MonthCount } from '../../domain/plans/month-usage.ts'
import type { RetentionDays } from '../../domain/plans/retention.ts'
import type { EventCount } from '../../domain/telemetry/event.ts'
import type { SuppressionReason } from '../engine/schema.ts'
import type { Routing } from '../queues/routings.ts'
import type { AccountStore } from './account-store.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { EndpointKeyStore } from './endpoint-key-store.ts'
import type { InboxStore } from './inbox-store.ts'
import type { LiveStore } from './live-store.ts'
import type { EmailStore } from './outbox-store.ts'
import type { OwnedStore } from './owned-store.ts'
import type { PlanStore } from './plan-store.ts'
import type { NewMessage, QueueStore } from './queue-store.ts'
import type { TelemetryStore } from './telemetry-store.ts'

/**
 * What the service remembers, in its own words. Every method that writes returns after its flush: what it
 * returned survives a killed process, a crashed system and a power cut.
 *
 * All methods throw StoreUnavailable when the request may be repeated and StoreBroken when the disk failed.
 */
export type Store = {
  /** The one write door to an endpoint: loads it under the lock, lets `decide` decide, saves what comes back. */
  change<Answer>(request: ChangeRequest<Answer>): Promise<IdempotentResult<Answer>>
  /** The write door for what does not exist yet. */
  create<Answer>(request: CreateRequest<Answer>): Promise<IdempotentResult<Answer>>
  findEndpoint(id: string): Promise<FoundEndpoint | null>
  /**
   * The keyed hash of the mailbox that was asked to become this destination and has not said yes, whether or not the
   * destination is still there; null days after the email was worth sending.
   */
  findUnanswered(asking: { endpointId: string; destinationId: string }): Promise<string | null>
  /** What owners see and do. */
  inbox: InboxStore
  owned: OwnedStore
  telemetry: TelemetryStore
  /** Their emails. */
  deliveries: DeliveryStore
  /** What creation would find: for dry runs. */
  findCreations(request: {
    addressKey: string
    mailboxKey: string
    newest: number
    now: Date
  }): Promise<FoundCreations>
  /** Refuses endpoints for this mailbox, as its owner's "I did not ask for this" does. */
  suppress(mailboxKey: string, now: Date): Promise<void>
  /** Allows endpoints for this mailbox again. False when they were allowed anyway. */
  liftSuppression(mailboxKey: string): Promise<boolean>
  accounts: AccountStore
  plans: PlanStore
  endpointKeys: EndpointKeyStore
  queues: QueueStore
  emails: EmailStore
  live: LiveStore
  maintenance: Maintenance
  /** False once the volume is too full to accept anything that grows the data. */
  hasRoom(): boolean
  /** Writes and flushes a probe. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** What came of a write whose answer is remembered under an Idempotency-Key for 24 hours. */
export type IdempotentResult<Answer> =
  | { kind: 'fresh'; answer: Answer }
  | { kind: 'replayed'; answer: Answer }
  /** The key was used with another body. */
  | { kind: 'key_reused' }
  /** The first request with this key has not been answered yet. */
  | { kind: 'in_progress' }

export type FoundEndpoint = {
  /** What other parts of the store know it by. */
  key: number
  endpoint: EndpointFacts
  /** The keyed hash of its recipient's mailbox. */
  mailboxKey: string
  /** Whose it is; null while nobody has claimed it. */
  accountKey: number | null
  /** The plan of its owner; null while nobody has claimed it. */
  plan: string | null
  /** What its owner's account has counted; null for kinds counted by endpoint, and while nobody has claimed it. */
  usage: MonthCount | null
  /** Whether a person, not a scanner, has said yes to emails to this mailbox. */
  consented: boolean
  /** In a change of an endpoint that routes to a queue: that queue, locked like the endpoint; null where there is none any more. */
  routesTo?: FoundEndpoint | null
}

export type ChangeRequest<Answer> = {
  endpointId: string
  now: Date
  idempotencyKey: IdempotencyKey | null
  /** The most keys that `decide` takes, where these are more than two. */
  keys?: number
  /** Another mailbox that this change is about, which `decide` is then told of; it is locked like the endpoint. */
  mailboxKey?: string
  /** What the senders of its events call them; `decide` is told which of them came before. */
  eventIds?: readonly string[]
  /** `newSubmissionKey` hands out the key of a submission that this change is about to save. */
  decide(
    found: FoundEndpoint | null,
    newSubmissionKey: () => number,
    mailbox: AskedMailbox | null,
    seenIds: ReadonlySet<string>,
  ): Change<Answer>
}

/** A decision and all its consequences: saved in one transaction, or not at all. */
export type Change<Answer> = {
  /** Plain data that survives JSON, because it may be remembered. */
  answer: Answer
  /** Whether a retry with the same Idempotency-Key gets this very answer. */
  remember: boolean
  consequences: readonly Consequence[]
}

export type Consequence =
  | { kind: 'endpoint'; facts: EndpointFacts }
  /** `text`: its fields as `fieldsAsText` writes them. */
  | { kind: 'submission'; key: number; text: string; spamReasons: readonly string[] | null }
  /** A job: something must be sent. */
  | {
      kind: 'email'
      email: 'claim' | 'submission'
      submissionKey: number
      mailboxKey: string
      /** The destination it goes to, and which further email of its submission it is; without it: the recipient, the first. */
      further?: { destination: string | null; place: number }
    }
  /** Ownership goes to the account of this mailbox, which is made if it is new. */
  | { kind: 'owner'; mailbox: string; plan: string }
  /** A person, not a scanner, has said yes: emails that wait for the budget of this mailbox are due now. */
  | { kind: 'consent'; mailboxKey: string }
  | { kind: 'suppression'; mailboxKey: string; reason: SuppressionReason }
  /** A person does not want to be asked whether this mailbox takes the emails of an endpoint. */
  | { kind: 'confirmations_refused'; mailboxKey: string }
  /** The mailbox of a destination has said yes: its "I did not ask for this" is over. */
  | { kind: 'asking_answered'; endpointId: string; destinationId: string }
  /** An email that is about no submission, and its job. */
  | ({ kind: 'notice' } & NewNotice)
  /** The claim email of an endpoint that takes no submissions, and its job. */
  | ({ kind: 'claim_email' } & NewNotice)
  /** Messages put into the queue. */
  | { kind: 'messages'; messages: readonly NewMessage[] }
  /** What came with one request: `text` as `stringifyEvents` writes it, how often each name occurs, what their senders call them. */
  | {
      kind: 'events'
      key: number
      text: string
      counts: readonly EventCount[]
      ids: readonly string[]
    }
  /** A submission that goes to a queue besides, or why it does not; `taken` is what comes of it for the queue. */
  | ({ kind: 'routing'; submissionKey: number; taken: readonly Consequence[] } & Routing)
  /** What the owner's account has counted for this kind of endpoint. */
  | { kind: 'usage'; usage: MonthCount }
  /** What the owner has set anew; the version of the endpoint grows by one. */
  | { kind: 'settings'; settings: EndpointSettings }
  /** Everything the endpoint holds is deleted, emails not yet sent among it. */
  | { kind: 'purge' }

/** An email that is about no submission, as it begins. */
export type NewNotice = {
  notice: Notice
  /** The one address it goes to, and the keyed hash of that mailbox. */
  mailbox: string
  mailboxKey: string
  /** Never sent after that. */
  expiresAt: Date
  /** Not sent before; left out: at once. */
  dueAt?: Date
}

export type CreateRequest<Answer> = {
  addressKey: string
  mailboxKey: string
  /** The account that it belongs to from the beginning; absent: to nobody yet. */
  accountKey?: number
  /** How many of the newest creations of the address `decide` must see. */
  newest: number
  now: Date
  idempotencyKey: IdempotencyKey | null
  decide(found: FoundCreations): { answer: Answer; endpoint: EndpointFacts | null; firstKey?: NewEndpointKey }
}

/** A key for programs that an endpoint has from its beginning. */
export type NewEndpointKey = { id: string; hash: string; name: string; scopes: readonly EndpointScope[] }

export type FoundCreations = {
  /** The newest creations from this address within the last hour, oldest first. */
  earlier: readonly Date[]
  /** The owner of the mailbox has said that endpoints must not be made for it. */
  suppressed: boolean
  /** The account that it shall belong to has been closed. */
  closed: boolean
}

/** What is done by the hour. Who deletes a batch rests after it, so that others have their turn. */
export type Maintenance = {
  /**
   * Looks at up to `limit` submissions, oldest first, beginning behind the key `after`, and deletes those older than
   * their owner keeps them. `next` is where to go on, null when the rest is too young for any plan.
   */
  purgeSubmissions(request: PurgeRequest): Promise<{ deleted: number; next: number | null }>
  /**
   * What the database needs by the hour: space that is free given back, room made for what is to come.
   *
   * @param request.oldestKept no plan keeps what was received before
   */
  maintain(request: { now: Date; oldestKept: Record<keyof RetentionDays, Date> }): Promise<void>
  /** The names of the plans that owners have, also of those that are not in the table of plans any more. */
  plansInUse(): Promise<string[]>
  /** The most days that an account keeps each at `now` because its plan kept it before; 0 when none does. */
  longestKept(now: Date): Promise<RetentionDays>
  /** Deletes a batch; 0 when none is left. */
  purgeCreations(before: Date): Promise<number>
  /** Deletes a batch of the notices that expired before then, with their jobs and attempts; 0 when none is left. */
  purgeNotices(before: Date): Promise<number>
  /** Deletes a batch; 0 when none is left. */
  purgeIdempotentResults(before: Date): Promise<number>
  /**
   * Forgets the recipients of a batch of unclaimed endpoints that accepted nothing since then and hold no submission; 0
   * when none is left. Their hashes stay.
   */
  forgetRecipients(before: Date): Promise<number>
  /** Deletes a batch of what closed accounts hold; false when nothing is left. */
  purgeClosedAccounts(): Promise<boolean>
  /** When upkeep last looked at the clock, on any node. */
  loadClockCheck(): Promise<LastClockCheck>
  saveClockCheck(look: { checkedAt: Date; pausedUntil: Date | null }): Promise<void>
}

export type PurgeRequest = { now: Date; after: number; limit: number; retention: Retention }

/** What is kept, by name of the plan; `unclaimed` for endpoints without an owner. */
export type Retention = { unclaimed: RetentionDays; plans: Readonly<Record<string, RetentionDays>> }

/** `pausedUntil`: nothing is purged before. */
export type LastClockCheck = { checkedAt: Date | null; pausedUntil: Date | null }
