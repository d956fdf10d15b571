import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { SubmissionDelivery } from '../../domain/outbox/delivery.ts'
import type { Routing } from './changes.ts'
import type { DeliveryTarget } from './outbox-store.ts'
import type { AttemptOutcome } from './outcomes.ts'

/** The deliveries of submissions, as their owners see them. Submissions of other accounts do not exist for them. */
export type DeliveryStore = {
  /** Finds all deliveries of a submission, oldest first. */
  find(accountKey: number, submissionKey: number): Promise<FoundDeliveries | null>
  /** Finds the routing of a submission to a queue; null when it was not routed. */
  findRouting(submissionKey: number): Promise<Routing | null>
  /** Finds the deliveries and routings of these submissions, by the keys of the submissions. */
  findMany(request: {
    accountKey: number
    submissionKeys: readonly number[]
  }): Promise<ReadonlyMap<number, RoutedDeliveries>>
  /** Finds the failed deliveries of an endpoint that were not sent again since, the newest first. */
  findFailed(request: {
    accountKey: number
    endpointId: string
    /** Destinations to look for; null is the recipient. */
    destinations: readonly (string | null)[]
    limit: number
  }): Promise<FailedDelivery[]>
  /** Counts the held emails to the recipients of these endpoints, by endpoint; endpoints with none are absent. */
  countHeld(endpointIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Creates one more delivery of a submission as `decide` says, in the transaction that loaded its facts. */
  resend<Answer>(request: ResendRequest<Answer>): Promise<Answer>
}

export type ResendRequest<Answer> = {
  accountKey: number
  submissionKey: number
  now: Date
  decide(found: FoundDeliveries | null): { answer: Answer; delivery: Resend | null }
}

/** `routing`: null when it was not routed to a queue. */
export type RoutedDeliveries = FoundDeliveries & { routing: Routing | null }

export type FoundDeliveries = {
  endpoint: EndpointFacts
  /** The plan of its owner. */
  plan: string | null
  /** The keyed hash of its recipient's address. */
  mailboxKey: string
  /** Time at which its visitor withdrew it; null for all others. */
  withdrawnAt: Date | null
  deliveries: readonly Delivery[]
}

export type Delivery = SubmissionDelivery & {
  key: number
  kind: 'claim' | 'submission'
  channel: string
  /** Time of the next attempt; null once it has ended. */
  dueAt: Date | null
  attempts: readonly Attempt[]
}

export type Attempt = {
  startedAt: Date
  /** Null while it is in progress, or when its end is unknown. */
  endedAt: Date | null
  outcome: AttemptOutcome | null
  /** The answer of the other side or the system; without addresses. */
  answer: string | null
}

/** `destination`: null for the recipient. */
export type FailedDelivery = { submissionKey: number; destination: string | null }

/** `place`: its number among the deliveries of the submission. */
export type Resend = DeliveryTarget & { destination: string | null; place: number }
