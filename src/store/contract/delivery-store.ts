import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { SentEmail } from '../../domain/outbox/delivery.ts'
import type { AttemptOutcome } from './outcomes.ts'
import type { Routing } from './queue-store.ts'

/** The emails about submissions, as their owners see them. What belongs to another account is as absent as what does not exist. */
export type DeliveryStore = {
  /** All emails about a submission, oldest first. */
  find(accountKey: number, submissionKey: number): Promise<Deliveries | null>
  /** What became of the submission on its way to a queue; null where it was to go to none. */
  findRouting(submissionKey: number): Promise<Routing | null>
  /**
   * Emails of an endpoint that bounced or were given up, and that nobody has sent again, the newest first.
   */
  findFailed(request: {
    accountKey: number
    endpointId: string
    /** The destinations that are meant; null is the recipient. */
    destinations: readonly (string | null)[]
    limit: number
  }): Promise<FailedEmail[]>
  /** Makes one more email about a submission if `decide` says which; in one transaction with what it saw. */
  resend<Answer>(request: ResendRequest<Answer>): Promise<Answer>
}

export type ResendRequest<Answer> = {
  accountKey: number
  submissionKey: number
  now: Date
  decide(found: Deliveries | null): { answer: Answer; email: ResentEmail | null }
}

export type Deliveries = {
  endpoint: EndpointFacts
  /** The plan of its owner. */
  plan: string | null
  /** The keyed hash of its recipient's mailbox. */
  mailboxKey: string
  emails: readonly Delivery[]
}

export type Delivery = SentEmail & {
  /** The key of its job. */
  key: number
  kind: 'claim' | 'submission'
  /** When it is tried next; null once it has ended. */
  dueAt: Date | null
  attempts: readonly Attempt[]
}

export type Attempt = {
  startedAt: Date
  /** Null while it is under way, or nobody knows how it ended. */
  endedAt: Date | null
  outcome: AttemptOutcome | null
  /** What the mail server or the system said; without addresses. */
  answer: string | null
}

/** `destination`: null for the recipient. */
export type FailedEmail = { submissionKey: number; destination: string | null }

/** `place`: which email about its submission it is. */
export type ResentEmail = { destination: string | null; place: number; mailboxKey: string }
