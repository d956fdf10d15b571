import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { getsSubmissions, listActiveDestinations } from '../../domain/destinations/destination.ts'
import type { Destination } from '../../domain/destinations/destination-kinds.ts'
import { getTurnsTarget } from '../../domain/destinations/web-destination.ts'
import { findPlan, type PlanTable } from '../../domain/plans/plan.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { DeliveryTarget } from '../../store/contract/outbox-store.ts'
import type { StoredEvent } from '../../store/contract/web-event.ts'
import type { NewDelivery } from '../../store/submissions/inbox-marks.ts'
import type { Context } from '../context.ts'

/** Returns the channel of a destination and its target there. A new kind of destination adds its case here. */
export function toTarget({ keys }: Context, destination: Destination): DeliveryTarget {
  switch (destination.kind) {
    case 'email':
      return { channel: 'email', target: keys.mailboxKey(canonicalMailbox(destination.mailbox)) }
    default:
      return { channel: 'web', target: getTurnsTarget(destination) }
  }
}

/** Returns the delivery target of the endpoint's recipient. */
export function toRecipientTarget({ mailboxKey }: Pick<FoundEndpoint, 'mailboxKey'>): DeliveryTarget {
  return { channel: 'email', target: mailboxKey }
}

/** Plans the deliveries of a submission to the destinations that its owner added, in addition to that to the recipient. */
export function planDestinationDeliveries(context: Context, found: FoundEndpoint): NewDelivery[] {
  return listSubmissionDestinations(context, found).map((destination) => ({
    ...toTarget(context, destination),
    destination: destination.id,
  }))
}

/** Lists the destinations that get a submission. */
export function listSubmissionDestinations(
  context: Context,
  { endpoint, plan }: Pick<FoundEndpoint, 'endpoint' | 'plan'>,
): readonly Destination[] {
  return listActiveDestinations(endpoint, findPlan(context, plan)).filter(getsSubmissions)
}

/** Sends an event other than a submission to the web destinations that get it; needs one key where there are any. */
export function tellDestinations(
  plans: PlanTable,
  { endpoint, plan }: Pick<FoundEndpoint, 'endpoint' | 'plan'>,
  event: StoredEvent,
): Consequence[] {
  const to = listActiveDestinations(endpoint, findPlan(plans, plan)).flatMap((destination) =>
    destination.kind !== 'email' && destination.events.includes(event.type)
      ? { destinationId: destination.id, target: getTurnsTarget(destination) }
      : [],
  )
  return to.length === 0 ? [] : [{ kind: 'web_event', event, to }]
}
