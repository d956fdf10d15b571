import type { EventCount, ParsedEvent } from '../../domain/telemetry/event.ts'
import type { EventBreakdown } from '../../domain/telemetry/event-breakdown.ts'
import type { EventFilter, PropFilter } from '../../domain/telemetry/event-filter.ts'
import type { VisitorCount } from '../../domain/telemetry/visitor.ts'
import type { FoundEndpoint } from './changes.ts'
import type { PurgeRequest } from './maintenance.ts'

/** Events of telemetry endpoints. Callers have checked that the endpoint may be read. */
export type TelemetryStore = {
  /** Lists a page of the events that the filter selects, newest first. It ends early when much has been scanned. */
  listEvents(
    request: EventFilter & PropFilter & { before: EventPlace | null; limit: number },
  ): Promise<EventPage>
  /** Counts what the newest of these events contain, without test events; `complete` says whether they are all. */
  breakDown(request: EventFilter & PropFilter): Promise<EventBreakdown & { complete: boolean }>
  /** Returns those of these batches that exist, oldest first. */
  findBatches(keys: readonly number[]): Promise<EventBatch[]>
  /** Counts the events of each name in each hour or day from `since` to before `until`. */
  count(request: {
    endpointId: string
    since: number
    until: number
    /** Null for all names. */
    name: string | null
    by: 'hour' | 'day'
  }): Promise<EventCount[]>
  /** Counts the unique visitors of each day from `since` to before `until` (days since 1970), oldest first. */
  countVisitors(request: { endpointId: string; since: number; until: number }): Promise<VisitorCount[]>
  /** Returns the salt of the visitor hashes of today, the same for all nodes: the first one that any of them created. */
  loadVisitorSalt(request: { now: Date; newSalt: () => string }): Promise<string>
  /** Returns those of these ids that an event of the endpoint had within the last day. */
  findSeen(request: { endpointId: string; ids: readonly string[]; now: Date }): Promise<Set<string>>
  /** Finds the endpoint that this public link belongs to; null when it was revoked. */
  findByPublicLink(linkId: string): Promise<FoundEndpoint | null>
  /** Deletes a batch of the data of an endpoint. Returns null when the account has no such endpoint. */
  empty(request: {
    accountKey: number
    endpointId: string
  }): Promise<{ deleted: number; more: boolean } | null>
  /**
   * Calls `listener` with the batches that arrive at an endpoint, or with null when some were missed; the returned
   * function ends it.
   */
  follow(endpointId: string, listener: (batchKeys: readonly number[] | null) => void): Promise<() => void>
  /** Reads up to `limit` batches with keys above `after` and deletes the expired ones; see Maintenance.purgeSubmissions. */
  purge(request: PurgeRequest): Promise<{ deleted: number; next: number | null }>
  /** Deletes the expired counts of events and visitors of up to `limit` endpoints, in the same way. */
  purgeCounts(request: PurgeRequest): Promise<{ next: number | null }>
  /** Deletes a batch of the ids seen before then. Returns 0 when none is left. */
  purgeIds(before: Date): Promise<number>
  /** Deletes the salts of earlier days and of clocks that were ahead, and a batch of the bitmaps of days that are over. Returns 0 when none is left. */
  purgeVisitors(now: Date): Promise<number>
}

/** Events of one request. `size`: number of stored characters. */
export type EventBatch = { key: number; receivedAt: Date; size: number; events: readonly ParsedEvent[] }

/** Place of an event in the order of an endpoint: its batch, and its number in it. */
export type EventPlace = { key: number; index: number }

/** A stored event with its place. */
export type PlacedEvent = ParsedEvent & { place: EventPlace; receivedAt: Date }

/** `next`: `before` of the next page; null on the last page. */
export type EventPage = { events: PlacedEvent[]; next: EventPlace | null }
