import {
  findDestination,
  removeDestination as removeFromSettings,
} from '../../domain/destinations/destination.ts'
import { findKindRules } from '../../domain/endpoints/kinds.ts'
import type { Refused } from '../../domain/refusal.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { configureOwned, toRefusedChange } from '../endpoints/change-owned.ts'

type Removed = { kind: 'removed' } | Refused

/** Removes a destination of any kind; deliveries that are queued for it are not sent. */
export async function removeDestination(
  context: Context,
  caller: Caller,
  request: { endpointId: string; destinationId: string; now: Date },
): Promise<Removed> {
  const { endpointId, destinationId } = request
  const kind = findKindRules(endpointId)?.kind ?? 'form'
  return configureOwned<Removed>(context, caller, { ...request, kind }, ({ endpoint }) => {
    if (!findDestination(endpoint, destinationId)) return toRefusedChange({ code: 'destination_not_found' })
    const settings = removeFromSettings(endpoint.settings, destinationId)
    const action = 'destination_removed'
    const entry = { kind: 'audit', by: toActor(caller), action, detail: destinationId } as const
    const gone = { kind: 'destination_secret_gone', destinationId } as const
    return {
      answer: { kind: 'removed' },
      remember: false,
      consequences: [{ kind: 'settings', settings }, gone, entry],
    }
  })
}
