import type { Kysely } from 'kysely'
import type { EventCount } from '../../domain/telemetry/event.ts'
import type { TelemetryStore } from '../contract/telemetry-store.ts'
import { findByPublicLink } from '../endpoints/endpoints.ts'
import { findOwnedEndpoint } from '../endpoints/owned-endpoints.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
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
import type { Reader } from '../reading/reader.ts'
import { findBatches, findSeen, splitSpan } from './event-reads.ts'
import { deleteAllEvents, deleteBatches } from './events.ts'
import { countVisitors, createVisitorSalts, purgeVisitors } from './visitors.ts'

/** Creates the telemetry store on the reading connection, the reader and the write queue. */
export function createTelemetryStore(parts: {
  reads: Kysely<Schema>
  reader: Reader
  write: QueueWrite
  live: LiveHub
}): TelemetryStore {
  const { reads, reader, write, live } = parts
  const purge = throttledWrite(write)
  const salts = createVisitorSalts(write)
  return {
    listEvents: (request) => reader.read('listEvents', request),
    breakDown: (request) => reader.read('breakDownEvents', request),
    async count(request) {
      const counts: EventCount[] = []
      for (const piece of splitSpan(request)) counts.push(...(await reader.read('countEvents', piece)))
      return counts
    },
    loadVisitorSalt: salts.load,
    ...bindReads(reads, { findBatches, findSeen, countVisitors, findByPublicLink }),
    ...bindWrites(purge, { purgeIds: forgetIds }),
    async purgeVisitors(now) {
      salts.forget(now)
      return purge(({ db }) => purgeVisitors(db, now))
    },
    async empty({ accountKey, endpointId }) {
      const owned = await findOwnedEndpoint(reads, { accountKey, kind: 'telemetry', endpointId })
      if (!owned) return null
      const emptied = await write(({ db }) => deleteAllEvents(db, owned.key))
      if (!emptied.more) live.publishChanged(accountKey)
      return emptied
    },
    async follow(endpointId, listener) {
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
    async purge(request) {
      const { expired, next } = await findExpiredBatches(reads, request)
      if (expired.length > 0) await purge(({ db }) => deleteBatches(db, expired))
      return { deleted: expired.length, next }
    },
    async purgeCounts(request) {
      const { endpoints, next } = await findRetainedHours(reads, request)
      if (endpoints.length > 0) await purge(({ db }) => deleteCounts(db, endpoints))
      return { next }
    },
  }
}
