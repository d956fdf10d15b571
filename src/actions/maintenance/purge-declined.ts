import { getUndoEnd, UNDO_DECLINE_HOURS } from '../../domain/endpoints/decline.ts'
import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { HOUR, later } from '../../domain/time.ts'
import type { Consequence } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'

/** Deletes the data of a batch of endpoints that were declined too long ago to undo it. Returns their number. */
export async function purgeDeclined({ store }: Context, now: Date): Promise<number> {
  const endpointIds = await store.maintenance.listDeclined(later(now, -UNDO_DECLINE_HOURS * HOUR))
  for (const endpointId of endpointIds) {
    await store.change<null>({
      endpointId,
      now,
      idempotencyKey: null,
      decide: ({ found }) => {
        const endpoint = found?.endpoint
        // It may have been undone and declined again meanwhile.
        const isFinal = endpoint?.declinedAt && !endpoint.purgedAt && !getUndoEnd(endpoint, now)
        return { answer: null, remember: false, consequences: isFinal ? toPurge(endpoint) : [] }
      },
    })
  }
  return endpointIds.length
}

/** The addresses of the destinations are deleted too. */
function toPurge({ settings }: EndpointFacts): Consequence[] {
  if (settings.destinations.length === 0) return [{ kind: 'purge' }]
  return [{ kind: 'purge' }, { kind: 'settings', settings: { ...settings, destinations: [] } }]
}
