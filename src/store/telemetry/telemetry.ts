import type { Kysely } from 'kysely'
import type { EventCount } from '../../domain/telemetry/event.ts'
import { findByPublicLink } from '../endpoints/endpoints.ts'
import { findOwnedEndpoint } from '../endpoints/owned-endpoints.ts'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import type { LiveHub } from '../live/live-hub.ts'
import {
  deleteCounts,
  findExpiredBatches,
  findRetainedHours,
  forgetIds,
} from '../maintenance/purge-events.ts'
import type { PurgeRequest } from '../maintenance/purge-submissions.ts'
import type { RequestOf } from '../reading/named-reads.ts'
import type { Reader } from '../reading/reader.ts'
import { addAnnotation, listAnnotations, removeAnnotation } from './annotations.ts'
import { type CountRequest, findBatches, findSeen, splitSpan } from './event-reads.ts'
import { deleteAllEvents, deleteBatches } from './events.ts'
import { countVisitors, createVisitorSalts, purgeVisitors } from './visitors.ts'
import { listDueWatches, nextWatchDueAt } from './watches.ts'

/** Events of telemetry endpoints. Callers have checked that the endpoint may be read. */
export type TelemetryStore = ReturnType<typeof createTelemetryStore>

/** Creates the telemetry store on the reading connection, the reader and the write queue. */
export function createTelemetryStore(parts: {
  reads: Kysely<Schema>
  reader: Reader
  write: QueueWrite
  live: LiveHub
}) {
  const { reads, reader, write, live } = parts
  const purge = throttledWrite(write)
  const salts = createVisitorSalts(write)
  return {
    listEvents: (request: RequestOf<'listEvents'>) => reader.read('listEvents', request),
    breakDown: (request: RequestOf<'breakDownEvents'>) => reader.read('breakDownEvents', request),
    countValues: (request: RequestOf<'countValues'>) => reader.read('countValues', request),
    /** Counts the events of each name in each hour or day of a span. */
    async count(request: CountRequest) {
      const counts: EventCount[] = []
      for (const piece of splitSpan(request)) counts.push(...(await reader.read('countEvents', piece)))
      return counts
    },
    loadVisitorSalt: salts.load,
    ...bindReads(reads, {
      findBatches,
      findSeen,
      countVisitors,
      findByPublicLink,
      listDueWatches,
      nextWatchDueAt,
      listAnnotations,
    }),
    ...bindKeyedWrites(write, { addAnnotation }),
    ...bindWrites(write, { removeAnnotation }),
    ...bindWrites(purge, { purgeIds: forgetIds }),
    async purgeVisitors(now: Date) {
      salts.forget(now)
      return purge(({ db }) => purgeVisitors(db, now))
    },
    /** Deletes a batch of the data of an endpoint. Returns null when the account has no such endpoint. */
    async empty({ accountKey, endpointId }: { accountKey: number; endpointId: string }) {
      const owned = await findOwnedEndpoint(reads, { accountKey, kind: 'telemetry', endpointId })
      if (!owned) return null
      const emptied = await write(({ db }) => deleteAllEvents(db, owned.key))
      if (!emptied.more) live.publishChanged(accountKey)
      return emptied
    },
    /**
     * Calls `listener` with the batches that arrive at an endpoint, or with null when some were missed; the returned
     * function ends it.
     */
    async follow(endpointId: string, listener: (batchKeys: readonly number[] | null) => void) {
      const row = await reads
        .selectFrom('endpoints')
        .select('key')
        .where('id', '=', endpointId)
        .executeTakeFirst()
      if (!row) return () => {}
      return live.subscribe({ kind: 'telemetry', key: row.key }, (event) => {
        if (event.kind === 'events') listener(event.batchKeys)
        else if (event.kind === 'changed' && event.endpointId === null) listener(null)
      })
    },
    /**
     * Reads up to `limit` batches with keys above `after` and deletes the expired ones; see Maintenance.purgeSubmissions.
     */
    async purge(request: PurgeRequest) {
      const { expired, next } = await findExpiredBatches(reads, request)
      if (expired.length > 0) await purge(({ db }) => deleteBatches(db, expired))
      return { deleted: expired.length, next }
    },
    /** Deletes the expired counts of events and visitors of up to `limit` endpoints, in the same way. */
    async purgeCounts(request: PurgeRequest) {
      const { endpoints, next } = await findRetainedHours(reads, request)
      if (endpoints.length > 0) await purge(({ db }) => deleteCounts(db, endpoints))
      return { next }
    },
  }
}
