import type { Disabled } from '../../domain/destinations/destination-kinds.ts'
import { disableDestination, hasFailedTooLong } from '../../domain/destinations/web-destination.ts'
import type { Context } from '../context.ts'

/**
 * Records what an attempt says about its destination, where it changes something: since when all attempts have failed, or that
 * the destination is disabled, because it is gone or has failed for days.
 *
 * @param result.failingSince since when all attempts before this one have failed; null when the last one succeeded
 */
export async function recordDestinationResult(
  context: Context,
  result: {
    endpointId: string
    destinationId: string
    effect: 'proven' | 'gone' | 'failing'
    failingSince: Date | null
    now: Date
  },
): Promise<void> {
  const { effect, failingSince, now, ...place } = result
  switch (effect) {
    case 'proven':
      if (failingSince) await context.store.recordFailing({ ...place, since: null })
      return
    case 'gone':
      return disable(context, place, { at: now, because: 'gone' })
    case 'failing':
      if (!failingSince) await context.store.recordFailing({ ...place, since: now })
      else if (hasFailedTooLong(failingSince, now))
        await disable(context, place, { at: now, because: 'failing' })
  }
}

async function disable(
  context: Context,
  { endpointId, destinationId }: { endpointId: string; destinationId: string },
  disabled: Disabled,
): Promise<void> {
  await context.store.change<null>({
    endpointId,
    now: disabled.at,
    idempotencyKey: null,
    decide({ found }) {
      const settings = found && disableDestination(found.endpoint, destinationId, disabled)
      if (!settings) return { answer: null, remember: false, consequences: [] }
      const entry = {
        kind: 'audit',
        by: null,
        action: 'destination_disabled',
        detail: destinationId,
      } as const
      return { answer: null, remember: false, consequences: [{ kind: 'settings', settings }, entry] }
    },
  })
}
