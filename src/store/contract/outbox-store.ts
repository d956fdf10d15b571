import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { StartedEmail } from '../../domain/outbox/email-budget.ts'
import type { Notice } from '../../domain/outbox/notice.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import type { AttemptOutcome, DeliveryOutcome } from './outcomes.ts'

/** The jobs: emails that must be sent. */
export type EmailStore = {
  /** Takes up to `limit` due emails for `holder` until `until`; nobody else gets them before. */
  lease(request: { now: Date; until: Date; limit: number; holder: string }): Promise<LeasedEmail[]>
  /** Gives back what `holder` had leased before it died. Returns how many. */
  releaseLeases(holder: string): Promise<number>
  /** Gives back one that was leased and not begun: it is due again at once. */
  release(email: LeasedEmail): Promise<void>
  renew(email: LeasedEmail, until: Date): Promise<boolean>
  /**
   * Writes the attempt before anything is said to the mail server, after the rule that the store was opened with has
   * looked at the mailbox. Null when the lease is lost.
   */
  begin(
    email: LeasedEmail,
    now: Date,
  ): Promise<{ found: FoundEmail; decision: BeginDecision; attemptKey: number } | null>
  /** Writes what came of an attempt. False when the lease was lost meanwhile: then nothing is written. */
  settle(settlement: Settlement): Promise<boolean>
  /** The earliest instant at which an email becomes due or a lease ends; null when nothing waits. */
  nextDueAt(): Promise<Date | null>
  /** Emails that wait, and since when the oldest one that is due has been due. */
  backlog(now: Date): Promise<{ waiting: number; held: number; oldestDueAt: Date | null }>
  readPause(): Promise<MailPause | null>
  setPause(pause: MailPause | null): Promise<void>
}

export type LeasedEmail = { jobKey: number; lease: string }

export type FoundEmail = FoundSubmissionEmail | FoundNotice

/** What is known of every email. */
type EmailFacts = {
  createdAt: Date
  /** Attempts that began before this one. */
  attempts: number
  /** When the first attempt began; null before it. */
  startedAt: Date | null
}

/** An email that carries a submission. */
export type FoundSubmissionEmail = EmailFacts & {
  kind: 'claim' | 'submission'
  /** Which email about its submission it is: 0 is the first. */
  place: number
  /** How many emails about the submission went to the same place before: it is a re-send when there are any. */
  resends: number
  /** The destination it goes to, and the plan of the endpoint's owner; null: it goes to the recipient. */
  destination: { id: string; plan: string | null } | null
  endpoint: EndpointFacts
  submission: { key: number; receivedAt: Date; fields: readonly Field[] }
  /** When the claim email of the endpoint is due, while it has not begun; null once it has, or is gone. */
  claimEmailDueAt: Date | null
  mailbox: {
    consented: boolean
    suppressed: boolean
    /**
     * Emails to this mailbox whose first attempt began within the last 24 hours, over all endpoints; none are looked
     * up where it consented.
     */
    started: readonly StartedEmail[]
  }
}

/** An email that is about no submission. */
export type FoundNotice = EmailFacts & {
  kind: 'notice'
  /** The key of its row. */
  key: number
  notice: Notice
  /** What it speaks of; null for those that speak of no endpoint, or of one that is gone. */
  endpoint: EndpointFacts | null
  mailbox: {
    /** Where it goes. */
    address: string
    consented: boolean
    suppressed: boolean
    refusesConfirmations: boolean
  }
  /** What the email budget hangs on; null for notices that it does not bind. */
  budget: { consented: boolean; started: readonly StartedEmail[] } | null
  /** Never sent from then on. */
  expiresAt: Date
}

/** Whether an email may go now. */
export type MayBegin = (found: FoundEmail, now: Date) => BeginDecision

export type BeginDecision =
  | { kind: 'send' }
  /** It waits until then, and with it all emails of its kind that are due, to the same mailbox or of the same endpoint. */
  | { kind: 'hold'; until: Date; scope: 'mailbox' | 'endpoint' }
  | { kind: 'end'; outcome: DeliveryOutcome }

export type Settlement = {
  email: LeasedEmail
  attemptKey: number
  now: Date
  outcome: AttemptOutcome
  /** What was said, without addresses. */
  answer: string
  next:
    | { kind: 'settled'; outcome: DeliveryOutcome }
    /** Try again at `dueAt`. */
    | { kind: 'again'; dueAt: Date }
    /** The same, and the attempt does not count in the email's schedule: the mail server refuses everything. */
    | { kind: 'not_its_fault'; dueAt: Date }
}

/** All emails wait because the mail server refuses the service itself. */
export type MailPause = { since: Date; until: Date; reason: string }
