import type { EndpointFacts } from '../domain/endpoint.ts'
import type { Field } from '../domain/fields.ts'
import type { StartedLetter } from '../domain/letter-budget.ts'
import type { Notice } from '../domain/notice.ts'
import type { EndpointSettings } from '../domain/settings.ts'
import type { AccountStore } from './account-store.ts'
import type { InboxStore } from './inbox-store.ts'
import type { LiveStore } from './live.ts'
import type { AttemptOutcome, JobOutcome, SuppressionReason } from './schema.ts'

/**
 * What the service remembers, in its own words. Every method that writes returns after its flush: what it
 * returned survives a killed process, a crashed system and a power cut.
 *
 * All methods throw StoreUnavailable when the request may be repeated and StoreBroken when the disk failed.
 */
export type Store = {
  /** The one write door to an endpoint: loads it under the lock, lets `decide` decide, saves what comes back. */
  change<Answer>(request: ChangeRequest<Answer>): Promise<Once<Answer>>
  /** The write door for what does not exist yet. */
  create<Answer>(request: CreateRequest<Answer>): Promise<Once<Answer>>
  findEndpoint(id: string): Promise<FoundEndpoint | null>
  /** What owners see and do. */
  inbox: InboxStore
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
  letters: LetterStore
  live: LiveStore
  upkeep: Upkeep
  /** False once the volume is too full to accept anything that grows the data. */
  hasRoom(): boolean
  /** Writes and flushes a probe. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** An answer that is remembered under an Idempotency-Key for 24 hours. */
export type OnceKey = { key: string; fingerprint: string }

export type Once<Answer> =
  | { kind: 'fresh'; answer: Answer }
  | { kind: 'replayed'; answer: Answer }
  /** The key was used with another body. */
  | { kind: 'key_reused' }
  /** The first request with this key has not been answered yet. */
  | { kind: 'in_progress' }

export type FoundEndpoint = {
  endpoint: EndpointFacts
  /** The keyed hash of its recipient's mailbox. */
  mailboxKey: string
  /** Whose it is; null while nobody has claimed it. */
  accountKey: number | null
  /** The plan of its owner; null while nobody has claimed it. */
  plan: string | null
  /** Whether a person, not a scanner, has said yes to letters to this mailbox. */
  consented: boolean
}

export type ChangeRequest<Answer> = {
  endpointId: string
  now: Date
  once: OnceKey | null
  /** `newSubmissionKey` hands out the key of a submission that this change is about to save. */
  decide(found: FoundEndpoint | null, newSubmissionKey: () => number): Change<Answer>
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
  | { kind: 'letter'; letter: 'claim' | 'submission'; submissionKey: number; mailboxKey: string }
  /** Ownership goes to the account of this mailbox, which is made if it is new. */
  | { kind: 'owner'; mailbox: string; plan: string }
  /** A person, not a scanner, has said yes: letters that wait for the budget of this mailbox are due now. */
  | { kind: 'consent'; mailboxKey: string }
  | { kind: 'suppression'; mailboxKey: string; reason: SuppressionReason }
  /** A letter that is about no submission, and its job. */
  | ({ kind: 'notice' } & NewNotice)
  /** What the owner has set anew; the version of the endpoint grows by one. */
  | { kind: 'settings'; settings: EndpointSettings }
  /** Everything the endpoint holds is deleted, letters not yet sent among it. */
  | { kind: 'purge' }

/** A letter that is about no submission, as it begins. */
export type NewNotice = {
  notice: Notice
  /** The one address it goes to, and the keyed hash of that mailbox. */
  mailbox: string
  mailboxKey: string
  /** Never sent after that. */
  expiresAt: Date
}

export type CreateRequest<Answer> = {
  addressKey: string
  mailboxKey: string
  /** The account that it belongs to from the beginning; absent: to nobody yet. */
  accountKey?: number
  /** How many of the newest creations of the address `decide` must see. */
  newest: number
  now: Date
  once: OnceKey | null
  decide(found: FoundCreations): { answer: Answer; endpoint: EndpointFacts | null }
}

export type FoundCreations = {
  /** The newest creations from this address within the last hour, oldest first. */
  earlier: readonly Date[]
  /** The owner of the mailbox has said that endpoints must not be made for it. */
  suppressed: boolean
}

/** The jobs: letters that must be sent. */
export type LetterStore = {
  /** Takes up to `limit` due letters for `holder` until `until`; nobody else gets them before. */
  lease(request: { now: Date; until: Date; limit: number; holder: string }): Promise<LeasedLetter[]>
  /** Gives back what `holder` had leased before it died. Returns how many. */
  releaseLeasesOf(holder: string): Promise<number>
  /** Gives back one that was leased and not begun: it is due again at once. */
  release(letter: LeasedLetter): Promise<void>
  renew(letter: LeasedLetter, until: Date): Promise<boolean>
  /**
   * Writes the attempt before anything is said to the mail server, after the rule that the store was opened with has
   * looked at the mailbox. Null when the lease is lost.
   */
  begin(
    letter: LeasedLetter,
    now: Date,
  ): Promise<{ found: FoundLetter; decision: BeginDecision; attemptKey: number } | null>
  /** Writes what came of an attempt. False when the lease was lost meanwhile: then nothing is written. */
  settle(settlement: Settlement): Promise<boolean>
  /** The earliest instant at which a letter becomes due or a lease ends; null when nothing waits. */
  nextDueAt(): Promise<Date | null>
  /** Letters that wait, and since when the oldest one that is due has been due. */
  backlog(now: Date): Promise<{ waiting: number; held: number; oldestDueAt: Date | null }>
  readPause(): Promise<MailPause | null>
  setPause(pause: MailPause | null): Promise<void>
}

export type LeasedLetter = { jobKey: number; lease: string }

export type FoundLetter = FoundSubmissionLetter | FoundNotice

/** What is known of every letter. */
type LetterFacts = {
  createdAt: Date
  /** Attempts that began before this one. */
  attempts: number
  /** When the first attempt began; null before it. */
  startedAt: Date | null
}

/** A letter that carries a submission. */
export type FoundSubmissionLetter = LetterFacts & {
  kind: 'claim' | 'submission'
  endpoint: EndpointFacts
  submission: { key: number; receivedAt: Date; fields: readonly Field[] }
  /** When the claim letter of the endpoint is due, while it has not begun; null once it has, or is gone. */
  claimLetterDueAt: Date | null
  mailbox: {
    consented: boolean
    suppressed: boolean
    /**
     * Letters to this mailbox whose first attempt began within the last 24 hours, over all endpoints; none are looked
     * up where it consented.
     */
    started: readonly StartedLetter[]
  }
}

/** A letter that is about no submission. */
export type FoundNotice = LetterFacts & {
  kind: 'notice'
  /** The key of its row. */
  key: number
  notice: Notice
  mailbox: {
    /** Where it goes. */
    address: string
    suppressed: boolean
  }
  /** Never sent from then on. */
  expiresAt: Date
}

/** Whether a letter may go now. */
export type MayBegin = (found: FoundLetter, now: Date) => BeginDecision

export type BeginDecision =
  | { kind: 'send' }
  /** It waits until then, and with it all letters of its kind that are due, to the same mailbox or of the same endpoint. */
  | { kind: 'hold'; until: Date; scope: 'mailbox' | 'endpoint' }
  | { kind: 'end'; outcome: JobOutcome }

export type Settlement = {
  letter: LeasedLetter
  attemptKey: number
  now: Date
  outcome: AttemptOutcome
  /** What was said, without addresses. */
  answer: string
  next:
    | { kind: 'settled'; outcome: JobOutcome }
    /** Try again at `dueAt`. */
    | { kind: 'again'; dueAt: Date }
    /** The same, and the attempt does not count in the letter's schedule: the mail server refuses everything. */
    | { kind: 'not_its_fault'; dueAt: Date }
}

/** All letters wait because the mail server refuses the service itself. */
export type MailPause = { since: Date; until: Date; reason: string }

/** What is done by the hour, in batches that disturb nobody. */
export type Upkeep = {
  /**
   * Looks at up to `limit` submissions, oldest first, beginning behind the key `after`, and deletes those older than
   * their plan keeps them. `next` is where to go on, null when the rest is too young for any plan.
   */
  purgeSubmissions(request: {
    now: Date
    after: number
    limit: number
    retention: Retention
  }): Promise<{ deleted: number; next: number | null }>
  /**
   * What the database needs by the hour: space that is free given back, room made for what is to come.
   *
   * @param request.oldestKept no plan keeps what was received before
   */
  tend(request: { now: Date; oldestKept: Date }): Promise<void>
  /** The names of the plans that owners have, also of those that are not in the table of plans any more. */
  plansInUse(): Promise<string[]>
  purgeCreations(before: Date): Promise<number>
  /** Deletes a batch of the notices that expired before then, with their jobs and attempts; 0 when none is left. */
  purgeNotices(before: Date): Promise<number>
  purgeRememberedAnswers(before: Date): Promise<number>
}

/** How many days submissions are kept, by name of the plan; `unclaimed` for endpoints without an owner. */
export type Retention = { unclaimed: number; plans: Readonly<Record<string, number>> }
