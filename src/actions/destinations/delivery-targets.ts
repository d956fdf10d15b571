import { canonicalMailbox } from '../../domain/accounts/mailbox.ts'
import { listActiveDestinations } from '../../domain/destinations/destination.ts'
import type { Destination } from '../../domain/destinations/destination-kinds.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import type { FoundEndpoint } from '../../store/contract/changes.ts'
import type { DeliveryTarget } from '../../store/contract/outbox-store.ts'
import type { NewDelivery } from '../../store/submissions/inbox-marks.ts'
import type { Context } from '../context.ts'

/** Returns the channel of a destination and its target there. A new kind of destination adds its case here. */
export function toTarget({ keys }: Context, destination: Destination): DeliveryTarget {
  switch (destination.kind) {
    case 'email':
      return { channel: 'email', target: keys.mailboxKey(canonicalMailbox(destination.mailbox)) }
  }
}

/** Returns the delivery target of the endpoint's recipient. */
export function toRecipientTarget({ mailboxKey }: Pick<FoundEndpoint, 'mailboxKey'>): DeliveryTarget {
  return { channel: 'email', target: mailboxKey }
}

/** Lists the deliveries of a submission to the destinations that its owner added, beside that to the recipient. */
export function listDestinationDeliveries(
  context: Context,
  { endpoint, plan }: FoundEndpoint,
): NewDelivery[] {
  return listActiveDestinations(endpoint, findPlan(context, plan)).map((destination) => ({
    ...toTarget(context, destination),
    destination: destination.id,
  }))
}
