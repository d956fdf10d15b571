import { findDestination } from '../../domain/destinations/destination.ts'
import { awaitsConfirmation, type EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { DEFAULT_LANGUAGE, type Language } from '../../domain/language.ts'
import { decideResend } from '../../domain/outbox/delivery.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import type { Routing } from '../../store/contract/changes.ts'
import type { DeliveryTarget } from '../../store/contract/outbox-store.ts'
import type { Delivery, FoundDeliveries, RoutedDeliveries } from '../../store/outbox/found-deliveries.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { listSubmissionDestinations, toRecipientTarget, toTarget } from '../destinations/delivery-targets.ts'
import { confirmOwnedEndpoint } from '../endpoints/confirm-endpoint.ts'

/** A delivery of a submission. `to`: its address; null if the destination was removed. `language`: language of the emails. */
export type OwnDelivery = Delivery & { to: string | null; language: Language }

/** The routing of a submission to a queue; the message has an id where the queue accepted it. */
export type OwnRouting = Routing & { messageId: string | null }

/** The deliveries of a submission, oldest first, and its routing; null when it was not routed. */
type OwnDeliveries = { deliveries: OwnDelivery[]; routing: OwnRouting | null }

const UNKNOWN: Refusal = { code: 'submission_not_found' }

/** Lists all deliveries of a submission of the caller, oldest first, each with its attempts. */
export async function listDeliveries(
  context: Context,
  caller: Caller,
  request: { submissionId: string },
): Promise<({ kind: 'listed' } & OwnDeliveries) | Refused> {
  const { store, keys } = context
  const key = keys.submissionKey(request.submissionId)
  const found = key === null ? null : await store.deliveries.find(caller.accountKey, key)
  if (!found || key === null) return { kind: 'refused', refusal: UNKNOWN }
  const routing = await store.deliveries.findRouting(key)
  return { kind: 'listed', ...toOwn(context, key, { ...found, routing }) }
}

/** Lists the deliveries and routings of submissions of the caller, by the ids of the submissions; deleted ones are left out. */
export async function listManyDeliveries(
  context: Context,
  { accountKey }: Caller,
  submissionIds: readonly string[],
): Promise<Map<string, OwnDeliveries>> {
  const { store, keys } = context
  const submissionKeys = submissionIds.flatMap((id) => keys.submissionKey(id) ?? [])
  const found = await store.deliveries.findMany({ accountKey, submissionKeys })
  return new Map([...found].map(([key, one]) => [keys.submissionId(key), toOwn(context, key, one)]))
}

function toOwn({ keys }: Context, submissionKey: number, found: RoutedDeliveries): OwnDeliveries {
  const { endpoint, deliveries, routing } = found
  return {
    deliveries: deliveries.map((delivery) => withAddress(endpoint, delivery)),
    // The message is stored under the key of its submission.
    routing: routing && {
      ...routing,
      messageId: routing.refusal ? null : keys.rowId('message', submissionKey),
    },
  }
}

/** Resends a submission: to its recipient, or to the named destination. */
export async function resendEmail(
  context: Context,
  caller: Caller,
  request: { submissionId: string; destinationId: string | null; now: Date },
): Promise<{ kind: 'resent'; delivery: OwnDelivery } | Refused> {
  const { store, keys } = context
  const { destinationId, now } = request
  const { accountKey } = caller
  const submissionKey = keys.submissionKey(request.submissionId)
  if (submissionKey === null) return { kind: 'refused', refusal: UNKNOWN }
  const known = await store.deliveries.find(accountKey, submissionKey)
  if (known) await confirmIfNeeded(context, caller, { endpoint: known.endpoint, now })
  const decision = await resend(context, caller, { submissionKey, destination: destinationId, now })
  if (decision.kind === 'refused') return decision
  const found = await store.deliveries.find(accountKey, submissionKey)
  const delivery = found?.deliveries.find(({ ordinal }) => ordinal === decision.ordinal)
  // Deleted in between.
  if (!found || !delivery) return { kind: 'refused', refusal: UNKNOWN }
  return { kind: 'resent', delivery: withAddress(found.endpoint, delivery) }
}

/**
 * Sends the failed deliveries of an endpoint again, the newest first, to every destination that still wants them.
 * `more`: others are left.
 *
 * @param request.limit maximum number of deliveries
 */
export async function resendFailed(
  context: Context,
  caller: Caller,
  request: { endpointId: string; limit: number; now: Date },
): Promise<{ kind: 'resent'; count: number; more: boolean } | Refused> {
  const { endpointId, limit, now } = request
  const { accountKey } = caller
  const owned = await context.store.owned.find({ accountKey, kind: 'form', endpointId })
  if (!owned) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  await confirmIfNeeded(context, caller, { endpoint: owned.endpoint, now })
  const destinations = listWantedDestinations(context, { endpoint: owned.endpoint, plan: caller.plan })
  const about = { accountKey, endpointId, destinations, limit: limit + 1 }
  const found = await context.store.deliveries.findFailed(about)
  const decisions = await Promise.all(
    found.slice(0, limit).map((failed) => resend(context, caller, { ...failed, now })),
  )
  const count = decisions.filter((decision) => decision.kind === 'resent').length
  // A refusal would be repeated: another call is worth it only for deliveries that were not tried.
  return { kind: 'resent', count, more: found.length > limit && count > 0 }
}

/** Confirms an endpoint whose owner resends its emails, which must not wait for the email budget. */
async function confirmIfNeeded(
  context: Context,
  caller: Caller,
  { endpoint, now }: { endpoint: EndpointFacts; now: Date },
): Promise<void> {
  if (!awaitsConfirmation(endpoint)) return
  await confirmOwnedEndpoint(context, caller, { endpointId: endpoint.id, kind: 'form', now })
}

/** Lists the destinations that still want submissions of an endpoint; null is its recipient. */
function listWantedDestinations(
  context: Context,
  found: { endpoint: EndpointFacts; plan: string | null },
): (string | null)[] {
  const { endpoint } = found
  if (endpoint.retiredAt) return []
  const added = listSubmissionDestinations(context, found).map((destination) => destination.id)
  return endpoint.mailStoppedAt ? added : [null, ...added]
}

type Resent = { kind: 'resent'; ordinal: number } | Refused

/** Sends a submission again, as `decideResend` allows it. */
export function resend(
  context: Context,
  { accountKey }: Caller,
  delivery: { submissionKey: number; destination: string | null; now: Date },
): Promise<Resent> {
  const { submissionKey, destination, now } = delivery
  return context.store.deliveries.resend<Resent>({
    accountKey,
    submissionKey,
    now,
    decide(found) {
      if (!found) return { answer: { kind: 'refused', refusal: UNKNOWN }, delivery: null }
      if (found.withdrawnAt) {
        return { answer: { kind: 'refused', refusal: { code: 'submission_withdrawn' } }, delivery: null }
      }
      const { endpoint, deliveries } = found
      const plan = findPlan(context, found.plan)
      const answer = decideResend({ endpoint, plan, deliveries, destination, now })
      if (answer.kind === 'refused') return { answer, delivery: null }
      const target = findTarget(context, found, destination)
      return { answer, delivery: { ...target, destination, ordinal: answer.ordinal } }
    },
  })
}

function withAddress(endpoint: EndpointFacts, delivery: Delivery): OwnDelivery {
  const language = endpoint.language ?? DEFAULT_LANGUAGE
  return { ...delivery, to: findAddress(endpoint, delivery.destination), language }
}

function findAddress(endpoint: EndpointFacts, destinationId: string | null): string | null {
  if (destinationId === null) return endpoint.recipient
  const destination = findDestination(endpoint, destinationId)
  if (!destination) return null
  return destination.kind === 'email' ? destination.mailbox : `${destination.origin}/…`
}

function findTarget(context: Context, found: FoundDeliveries, destinationId: string | null): DeliveryTarget {
  const destination = destinationId === null ? null : findDestination(found.endpoint, destinationId)
  return destination ? toTarget(context, destination) : toRecipientTarget(found)
}
