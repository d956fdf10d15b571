import type { EventFilter, PropFilter } from '../../domain/telemetry/event-filter.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { listEvents, type StoredEvent } from './read-events.ts'

/** Events per read. */
const PAGE_SIZE = 500

/** Reads all events that a filter selects, newest arrivals first, page by page. */
export async function* listEventPages(
  context: Context,
  filter: EventFilter & PropFilter,
): AsyncGenerator<StoredEvent[]> {
  let cursor: string | undefined
  do {
    const page = await listEvents(context, { ...filter, limit: PAGE_SIZE, cursor })
    if (page.kind === 'refused') return
    yield page.events
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/** Exports the selected events of a telemetry endpoint of the caller; null when the caller has no such endpoint. */
export async function exportEvents(
  context: Context,
  { accountKey }: Caller,
  filter: EventFilter & PropFilter,
): Promise<{ pages(): AsyncGenerator<StoredEvent[]> } | null> {
  const { endpointId } = filter
  const owned = await context.store.owned.find({ accountKey, kind: 'telemetry', endpointId })
  return owned && { pages: () => listEventPages(context, filter) }
}
