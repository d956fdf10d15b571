import type { CompiledQuery, DialectAdapter, Kysely, Selectable } from 'kysely'
import {
  MAX_SIGHTING_ENDPOINTS,
  NO_SIGHTINGS,
  SIGHTING_HOURS,
  type Sightings,
} from '../../domain/spam/sightings.ts'
import { isFiltered } from '../../domain/submissions/submission.ts'
import { toDay } from '../../domain/telemetry/visitor.ts'
import { HOUR, later } from '../../domain/time.ts'
import type { ChangeRequest } from '../contract/changes.ts'
import type { StoredEndpoint } from '../endpoints/endpoints.ts'
import type { Schema } from '../engine/schema.ts'

/** Rows deleted by one statement. */
const MAX_ROWS_PER_DELETE = 500

type Row = Selectable<Schema['text_sightings']>
type Place = { endpointKey: number; accountKey: number; now: Date }

/** Messages that the submissions of one transaction repeat. */
export type TextSightings = {
  /** Returns the hash of the message of a request; null where it is not compared. */
  getHash(request: ChangeRequest<unknown>): string | null
  find(hash: string, at: Place): Sightings
  /** Counts a real submission; the requests that follow see it. */
  add(hash: string, at: Place): void
  /** Returns the rows of messages that were new, to be saved with the transaction. */
  newRows(): Schema['text_sightings'][]
  /** Saves the counts of those that were not. */
  saveRepeated(db: Kysely<Schema>): Promise<void>
}

/** Number of messages remembered in memory. */
const MAX_REMEMBERED = 20_000

/** Memory of this process for one database. */
type Memory = {
  /** The query of `loadRows` by its number of parameters: compiling it takes longer than running it. */
  queries: Map<string, CompiledQuery<Row>>
  /**
   * Rows of messages that came once, by hash. Most messages never come again, and writing a row of each costs more than all
   * else that the filter does: the row is saved with the second one. A restart, or another node, does not know the first.
   */
  once: Map<string, Row>
}

const memories = new WeakMap<DialectAdapter, Memory>()

/** Loads where the messages of these requests were seen; null when none goes to a form that filters. */
export async function loadTextSightings(
  db: Kysely<Schema>,
  requests: readonly ChangeRequest<unknown>[],
  endpoints: ReadonlyMap<string, StoredEndpoint>,
): Promise<TextSightings | null> {
  const hashes = new Map<ChangeRequest<unknown>, string>()
  const days = new Set<number>()
  for (const request of requests) {
    const stored = request.hashText && endpoints.get(request.endpointId)
    if (!stored || !isFiltered(stored.endpoint)) continue
    const hash = request.hashText?.() ?? null
    if (hash === null) continue
    hashes.set(request, hash)
    days.add(toDay(request.now)).add(toDay(request.now) - 1)
  }
  if (hashes.size === 0) return null
  const memory = getMemory(db)
  const saved = await loadRows(db, memory, { days: [...days], hashes: [...new Set(hashes.values())] })
  const rows = Map.groupBy(saved, (row) => row.hash)
  return createTextSightings({ hashes, rows, once: memory.once })
}

function getMemory(db: Kysely<Schema>): Memory {
  const { adapter } = db.getExecutor()
  const known = memories.get(adapter) ?? { queries: new Map(), once: new Map() }
  memories.set(adapter, known)
  return known
}

async function loadRows(
  db: Kysely<Schema>,
  { queries }: Memory,
  { days, hashes }: { days: readonly number[]; hashes: readonly string[] },
): Promise<Row[]> {
  const size = `${days.length} ${hashes.length}`
  const query =
    queries.get(size) ??
    db.selectFrom('text_sightings').selectAll().where('day', 'in', days).where('hash', 'in', hashes).compile()
  queries.set(size, query)
  return (await db.executeQuery<Row>({ ...query, parameters: [...days, ...hashes] })).rows
}

function createTextSightings({
  hashes,
  rows: rowsByHash,
  once,
}: {
  hashes: ReadonlyMap<ChangeRequest<unknown>, string>
  rows: Map<string, Row[]>
  once: Memory['once']
}): TextSightings {
  const added = new Set<Row>()
  const repeated = new Set<Row>()

  const listRows = (hash: string): readonly Row[] => {
    const first = once.get(hash)
    const saved = rowsByHash.get(hash) ?? []
    return first ? [first, ...saved] : saved
  }

  /** Moves a row from memory to those that are saved. Returns all rows of the message. */
  const saveFirst = (hash: string): Row[] => {
    const first = once.get(hash)
    const saved = rowsByHash.get(hash) ?? []
    once.delete(hash)
    const isKnown = saved.some((row) => row.day === first?.day && row.endpoint_key === first.endpoint_key)
    if (first === undefined || isKnown) return saved
    added.add(first)
    rowsByHash.set(hash, [...saved, first])
    return [...saved, first]
  }

  return {
    getHash: (request) => hashes.get(request) ?? null,
    find(hash, { endpointKey, accountKey, now }) {
      const since = later(now, -SIGHTING_HOURS * HOUR).getTime()
      const recent = listRows(hash).filter((row) => row.seen_at > since)
      if (recent.length === 0) return NO_SIGHTINGS
      const here = recent.filter((row) => row.endpoint_key === endpointKey)
      return {
        here: here.reduce((sum, row) => sum + row.count, 0),
        endpoints: new Set([endpointKey, ...recent.map((row) => row.endpoint_key)]).size,
        accounts: new Set([accountKey, ...recent.map((row) => row.account_key)]).size,
      }
    },
    add(hash, { endpointKey, accountKey, now }) {
      const day = toDay(now)
      const place = { endpoint_key: endpointKey, account_key: accountKey }
      const row = { day, hash, ...place, count: 1, seen_at: now.getTime() }
      if (listRows(hash).length === 0) return remember(once, row)
      const rows = saveFirst(hash)
      const known = rows.find((row) => row.endpoint_key === endpointKey && row.day === day)
      if (known) {
        known.count += 1
        known.seen_at = now.getTime()
        if (!added.has(known)) repeated.add(known)
        return
      }
      if (rows.length >= MAX_SIGHTING_ENDPOINTS) return
      rowsByHash.set(hash, [...rows, row])
      added.add(row)
    },
    newRows: () => [...added],
    async saveRepeated(db) {
      // The endpoints are locked, so nobody else counts for them meanwhile.
      for (const { day, hash, endpoint_key, count, seen_at } of repeated) {
        await db
          .updateTable('text_sightings')
          .set({ count, seen_at })
          .where('day', '=', day)
          .where('hash', '=', hash)
          .where('endpoint_key', '=', endpoint_key)
          .execute()
      }
    },
  }
}

/** Remembers a message. Forgets all others where there are too many: to find the oldest of a Map gets slower with each delete. */
function remember(once: Memory['once'], row: Row): void {
  if (once.size >= MAX_REMEMBERED) once.clear()
  once.set(row.hash, row)
}

/** See Maintenance.purgeTextSightings. */
export async function deleteTextSightings(db: Kysely<Schema>, now: Date): Promise<number> {
  const oldest = toDay(later(now, -SIGHTING_HOURS * HOUR))
  const rows = await db
    .selectFrom('text_sightings')
    .select(['day', 'hash'])
    .where('day', '<', oldest)
    .orderBy('day')
    .orderBy('hash')
    .limit(MAX_ROWS_PER_DELETE)
    .execute()
  for (const [day, those] of Map.groupBy(rows, (row) => row.day)) {
    const hashes = [...new Set(those.map((row) => row.hash))]
    await db.deleteFrom('text_sightings').where('day', '=', day).where('hash', 'in', hashes).execute()
  }
  return rows.length
}
