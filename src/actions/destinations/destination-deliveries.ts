import { findWebDestination, MAX_RECOVERED } from '../../domain/destinations/web-destination.ts'
import { findKindRules } from '../../domain/endpoints/kinds.ts'
import { refuseResend } from '../../domain/outbox/delivery.ts'
import { findPlan } from '../../domain/plans/plan.ts'
import { type Refused, refused } from '../../domain/refusal.ts'
import type { DestinationDelivery } from '../../store/outbox/destination-deliveries.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { resend } from '../outbox/deliveries.ts'

/** Deliveries listed by one call. */
export const MAX_LISTED = 50
/** Submissions delivered again beside each other: they share a few transactions. */
const RECOVERED_TOGETHER = 50

export type { DestinationDelivery } from '../../store/outbox/destination-deliveries.ts'

type Place = { endpointId: string; destinationId: string }

/** Lists the deliveries to a web destination of the caller, newest first. `more`: older ones are left. */
export async function listDestinationDeliveries(
  { store }: Context,
  { accountKey }: Caller,
  { before, ...place }: Place & { before: number | null },
): Promise<
  { kind: 'listed'; deliveries: (DestinationDelivery & { to: string })[]; more: boolean } | Refused
> {
  const found = await store.deliveries.listOfDestination({
    ...place,
    accountKey,
    before,
    limit: MAX_LISTED + 1,
  })
  const destination = found && findWebDestination(found.endpoint, place.destinationId)
  if (!destination) return refused({ code: found ? 'destination_not_found' : 'endpoint_not_found' })
  const to = `${destination.origin}/…`
  const deliveries = found.deliveries.slice(0, MAX_LISTED).map((delivery) => ({ ...delivery, to }))
  return { kind: 'listed', deliveries, more: found.deliveries.length > MAX_LISTED }
}

/** Delivers the submissions again that a web destination has missed since then, the oldest first. `more`: others are left. */
export async function recoverDeliveries(
  context: Context,
  caller: Caller,
  { since, now, ...place }: Place & { since: Date; now: Date },
): Promise<{ kind: 'recovered'; count: number; more: boolean } | Refused> {
  const { accountKey } = caller
  const { endpointId, destinationId } = place
  const kind = findKindRules(endpointId)?.kind ?? 'form'
  const owned = await context.store.owned.find({ accountKey, kind, endpointId })
  if (!owned) return refused({ code: 'endpoint_not_found' })
  const plan = findPlan(context, caller.plan)
  const unwanted = refuseResend({ endpoint: owned.endpoint, plan, destination: destinationId })
  if (unwanted) return refused(unwanted)
  const about = { ...place, accountKey, since, limit: MAX_RECOVERED + 1 }
  const missed = await context.store.deliveries.listMissed(about)
  let count = 0
  for (let from = 0; from < Math.min(missed.length, MAX_RECOVERED); from += RECOVERED_TOGETHER) {
    const some = missed.slice(from, Math.min(from + RECOVERED_TOGETHER, MAX_RECOVERED))
    const done = await Promise.all(
      some.map((submissionKey) =>
        resend(context, caller, { submissionKey, destination: destinationId, now }),
      ),
    )
    count += done.filter((one) => one.kind === 'resent').length
  }
  return { kind: 'recovered', count, more: missed.length > MAX_RECOVERED && count > 0 }
}
