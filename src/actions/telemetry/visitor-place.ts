import type { Visitor } from '../../domain/telemetry/visitor.ts'
import type { Context } from '../context.ts'

/** Returns the bit of a visitor in the bitmap of the day; null for a request that no visitor sent. */
export async function findVisitorPlace(
  { store, keys }: Context,
  { endpointId, visitor, now }: { endpointId: string; visitor: Visitor | null; now: Date },
): Promise<number | null> {
  if (visitor === null) return null
  const salt = await store.telemetry.loadVisitorSalt({ now, newSalt: keys.newVisitorSalt })
  return keys.visitorPlace({ ...visitor, salt, endpointId })
}
