import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { activeDestinations, destinationOf } from '../../domain/destinations/destination.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { decideResend } from '../../domain/outbox/delivery.ts'
import type { Plan } from '../../domain/plans/plan.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Deliveries, Delivery, ResentEmail } from '../../store/contract/delivery-store.ts'
import type { Routing } from '../../store/contract/queue-store.ts'
import type { Caller } from '../accounts/caller.ts'
import { type Context, getPlan } from '../context.ts'

/** An email about a submission, and where it goes; null where that destination has been removed. */
export type OwnDelivery = Delivery & { to: string | null }

/** What became of a submission on its way to a queue; the message has an id where the queue took it. */
export type OwnRouting = Routing & { messageId: string | null }

const UNKNOWN: Refusal = { code: 'submission_not_found' }

/** All emails about a submission of the caller, oldest first, each with its attempts. */
export async function listDeliveries(
  context: Context,
  caller: Caller,
  request: { submissionId: string },
): Promise<
  | { kind: 'listed'; deliveries: OwnDelivery[]; routing: OwnRouting | null }
  | { kind: 'refused'; refusal: Refusal }
> {
  const { store, keys } = context
  const key = keys.submissionKey(request.submissionId)
  const found = key === null ? null : await store.deliveries.find(caller.accountKey, key)
  if (!found || key === null) return { kind: 'refused', refusal: UNKNOWN }
  const routing = await store.deliveries.findRouting(key)
  return {
    kind: 'listed',
    deliveries: found.emails.map((email) => addressed(found.endpoint, email)),
    // The message stands on the key of its submission.
    routing: routing && { ...routing, messageId: routing.refusal ? null : keys.rowId('message', key) },
  }
}

/** Sends a submission once more: to its recipient, or to the destination that is named. */
export async function resendEmail(
  context: Context,
  caller: Caller,
  request: { submissionId: string; destinationId: string | null; now: Date },
): Promise<{ kind: 'resent'; delivery: OwnDelivery } | { kind: 'refused'; refusal: Refusal }> {
  const { store, keys } = context
  const { destinationId, now } = request
  const { accountKey } = caller
  const submissionKey = keys.submissionKey(request.submissionId)
  if (submissionKey === null) return { kind: 'refused', refusal: UNKNOWN }
  const decision = await resend(context, caller, { submissionKey, destination: destinationId, now })
  if (decision.kind === 'refused') return decision
  const found = await store.deliveries.find(accountKey, submissionKey)
  const email = found?.emails.find((one) => one.place === decision.place)
  // Deleted in between.
  if (!found || !email) return { kind: 'refused', refusal: UNKNOWN }
  return { kind: 'resent', delivery: addressed(found.endpoint, email) }
}

/**
 * Sends the emails of an endpoint again that bounced or were given up, the newest first: to every mailbox that still
 * wants them. `more`: there are others.
 *
 * @param request.most no more than these
 */
export async function resendFailed(
  context: Context,
  caller: Caller,
  request: { endpointId: string; most: number; now: Date },
): Promise<{ kind: 'resent'; count: number; more: boolean } | { kind: 'refused'; refusal: Refusal }> {
  const { endpointId, most, now } = request
  const { accountKey } = caller
  const owned = await context.store.owned.find({ accountKey, kind: 'form', endpointId })
  if (!owned) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  const destinations = readersOf(owned.endpoint, getPlan(context, caller.plan))
  const about = { accountKey, endpointId, destinations, limit: most + 1 }
  const found = await context.store.deliveries.findFailed(about)
  const decisions = await Promise.all(
    found.slice(0, most).map((email) => resend(context, caller, { ...email, now })),
  )
  const count = decisions.filter((decision) => decision.kind === 'resent').length
  // What was refused would be refused again: only what was not looked at is worth another call.
  return { kind: 'resent', count, more: found.length > most && count > 0 }
}

/** Who still wants the emails of an endpoint; null is its recipient. */
function readersOf(endpoint: EndpointFacts, plan: Plan | null): (string | null)[] {
  if (endpoint.retiredAt) return []
  const further = activeDestinations(endpoint, plan).map((destination) => destination.id)
  return endpoint.mailStoppedAt ? further : [null, ...further]
}

type Resent = { kind: 'resent'; place: number } | { kind: 'refused'; refusal: Refusal }

function resend(
  context: Context,
  { accountKey }: Caller,
  email: { submissionKey: number; destination: string | null; now: Date },
): Promise<Resent> {
  const { submissionKey, destination, now } = email
  return context.store.deliveries.resend<Resent>({
    accountKey,
    submissionKey,
    now,
    decide(found) {
      if (!found) return { answer: { kind: 'refused', refusal: UNKNOWN }, email: null }
      const { endpoint, emails } = found
      const plan = getPlan(context, found.plan)
      const answer = decideResend({ endpoint, plan, emails, destination, now })
      if (answer.kind === 'refused') return { answer, email: null }
      const mailboxKey = mailboxKeyOf(context, found, destination)
      const made: ResentEmail = { destination, place: answer.place, mailboxKey }
      return { answer, email: made }
    },
  })
}

function addressed(endpoint: EndpointFacts, email: Delivery): OwnDelivery {
  const { destination } = email
  const to =
    destination === null ? endpoint.recipient : (destinationOf(endpoint, destination)?.mailbox ?? null)
  return { ...email, to }
}

function mailboxKeyOf({ keys }: Context, found: Deliveries, destination: string | null): string {
  const mailbox = destination === null ? null : destinationOf(found.endpoint, destination)?.mailbox
  return mailbox ? keys.mailboxKey(canonicalMailbox(mailbox)) : found.mailboxKey
}
