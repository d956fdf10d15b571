import { isAgreed, listActiveDestinations } from '../../../domain/destinations/destination.ts'
import type { WebDestination } from '../../../domain/destinations/destination-kinds.ts'
import { findWebDestination, getTurnsTarget } from '../../../domain/destinations/web-destination.ts'
import type { EndpointFacts } from '../../../domain/endpoints/endpoint.ts'
import { findPlan, type PlanTable } from '../../../domain/plans/plan.ts'
import type {
  BeginDecision,
  DeliveredSecret,
  DeliveredWork,
  DeliveryReads,
  DueDelivery,
  SubmissionContent,
} from '../../../store/contract/outbox-store.ts'
import type { StoredEvent } from '../../../store/contract/web-event.ts'

/** A delivery to a web destination with everything that its request is composed of. */
export type FoundWebDelivery = {
  /** Key of its row in the outbox. */
  key: number
  endpoint: EndpointFacts
  destination: WebDestination
  secret: DeliveredSecret
  event: FoundEvent
  /** Of its submission, for webhooks. */
  work: DeliveredWork
}

const NO_WORK: DeliveredWork = { labels: [], assignee: null }

type OtherEvent = Exclude<StoredEvent, { type: 'submission.spam' }>

/** The event of a delivery. */
export type FoundEvent =
  | {
      type: 'submission.created' | 'submission.spam'
      /** `isWithheld`: without its content. */
      submission: SubmissionContent & { isWithheld?: true }
    }
  | (OtherEvent & { createdAt: Date })

const SUPPRESSED = { kind: 'end', outcome: 'suppressed' } as const

/** Loads a delivery and decides whether it may be sent now: its destination must still be active and get this event. */
export async function mayBegin(
  delivery: DueDelivery,
  reads: DeliveryReads,
  plans: PlanTable,
): Promise<BeginDecision<FoundWebDelivery>> {
  const found = await load(delivery, reads)
  if (!found) return SUPPRESSED
  const { endpoint, event } = found
  const destination = findWebDestination(endpoint, delivery.destination ?? '')
  if (!destination || !isAgreed(destination) || !destination.events.includes(event.type)) return SUPPRESSED
  const target = getTurnsTarget(destination)
  // Its address is on another host now, whose limits count.
  if (target !== delivery.target) return { kind: 'retarget', target }
  const active = listActiveDestinations(endpoint, findPlan(plans, found.plan))
  const secret = active.some(({ id }) => id === destination.id) ? await reads.web.loadSecret() : null
  if (!secret) return SUPPRESSED
  const isTold = 'submission' in event && !event.submission.isWithheld && destination.kind === 'webhook'
  const work = isTold ? await reads.web.loadWork() : NO_WORK
  const content = { key: delivery.key, endpoint, destination, secret, event, work }
  return { kind: 'send', content, budget: null, expiresAt: null }
}

async function load(
  delivery: DueDelivery,
  reads: DeliveryReads,
): Promise<{ endpoint: EndpointFacts; plan: string | null; event: FoundEvent } | null> {
  const submission = await reads.loadSubmission()
  if (submission) {
    const { endpoint, plan, withdrawnAt, trashedAt, isEncryptedOnly, ciphertext } = submission
    const isUnwanted = withdrawnAt !== null || (trashedAt !== null && delivery.createdAt <= trashedAt)
    const told = isEncryptedOnly || ciphertext !== null ? withhold(submission) : submission
    return isUnwanted ? null : { endpoint, plan, event: { type: 'submission.created', submission: told } }
  }
  const { endpoint, plan, event, spam, createdAt, isEncryptedOnly } = await reads.web.loadEvent()
  if (event.type !== 'submission.spam') return { endpoint, plan, event: { ...event, createdAt } }
  // Its owner may have marked it as not spam meanwhile.
  if (!spam?.spamReasons) return null
  const told = isEncryptedOnly || spam.ciphertext !== null ? withhold(spam) : spam
  return { endpoint, plan, event: { type: event.type, submission: told } }
}

/** Leaves everything out that a visitor sent: content leaves this account only in encrypted emails. */
function withhold(submission: SubmissionContent): SubmissionContent & { isWithheld: true } {
  return { ...submission, fields: [], fileCount: 0, isWithheld: true }
}
