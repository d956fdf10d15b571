import type { EventCount, TelemetryEvent } from '../../domain/telemetry/event.ts'
import type { PurgeRequest } from './maintenance.ts'

/** Events of telemetry endpoints. Callers have checked that the endpoint may be read. */
export type TelemetryStore = {
  /** Batches of events of an endpoint, newest first: as many as are read in one piece, up to `limit`; none at the end. */
  listBatches(request: {
    endpointId: string
    /** The keys of these, and older ones; null: the newest. */
    upTo: number | null
    /** Received at this instant or later, and before that; null: ever. */
    from: Date | null
    to: Date | null
    limit: number
  }): Promise<EventBatch[]>
  /** Returns those of these batches that exist, oldest first. */
  findBatches(keys: readonly number[]): Promise<EventBatch[]>
  /** Counts the events of each name in each hour or day from `since` to before `until`. */
  count(request: {
    endpointId: string
    since: number
    until: number
    /** Null: of every name. */
    name: string | null
    by: 'hour' | 'day'
  }): Promise<EventCount[]>
  /** Returns those of these ids that an event of the endpoint had within the last day. */
  findSeen(request: { endpointId: string; ids: readonly string[]; now: Date }): Promise<Set<string>>
  /** Deletes a piece of what an endpoint of the account holds; null when the account has no such endpoint. */
  empty(request: {
    accountKey: number
    endpointId: string
  }): Promise<{ deleted: number; more: boolean } | null>
  /**
   * Calls `listener` with the batches that arrive at an endpoint, or with null when some were missed; the returned
   * function ends it.
   */
  follow(endpointId: string, listener: (batchKeys: readonly number[] | null) => void): Promise<() => void>
  /** Looks at up to `limit` batches behind the key `after`, oldest first, and deletes those whose time is over; see Upkeep.purgeSubmissions. */
  purge(request: PurgeRequest): Promise<{ deleted: number; next: number | null }>
  /** The same for what was counted: looks at up to `limit` endpoints. */
  purgeCounts(request: PurgeRequest): Promise<{ next: number | null }>
  /** Forgets a batch of the ids seen before then; 0 when none is left. */
  purgeIds(before: Date): Promise<number>
}

/** Events of one request. `size`: number of stored characters. */
export type EventBatch = { key: number; receivedAt: Date; size: number; events: readonly TelemetryEvent[] }
