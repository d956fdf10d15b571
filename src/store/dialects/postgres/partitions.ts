import { type Kysely, sql } from 'kysely'
import { DAY } from '../../../domain/time.ts'
import type { Connection } from '../../engine/connection.ts'
import type { Schema } from '../../engine/schema.ts'
import { keyAt, keyToDate } from '../../engine/sequence.ts'

/** Tables that are partitioned by the week of their keys, and the retention that applies to each. */
const PARTITIONED = [
  { table: 'submissions', retainedWith: 'submissions' },
  { table: 'outbox', retainedWith: 'submissions' },
  { table: 'attempts', retainedWith: 'submissions' },
  { table: 'search_entries', retainedWith: 'submissions' },
  { table: 'event_batches', retainedWith: 'telemetry' },
] as const
type Partitioned = (typeof PARTITIONED)[number]['table']

const NO_RETENTION = { submissions: 0, telemetry: 0 }
const WEEK = 7 * DAY
/**
 * Number of weeks whose partitions are created ahead; rows beyond them, from a wrong clock, go to the default
 * partition.
 */
const WEEKS_AHEAD = 2

/**
 * Creates the partitions of this week and the next ones, and drops those in which no plan retains data. An attempt may
 * be in a later week than its delivery: it is deleted with the delivery.
 */
export async function maintainPartitions(
  db: Kysely<Schema>,
  { now, oldestRetained = NO_RETENTION }: Parameters<Connection['maintain']>[1],
): Promise<void> {
  const existing = await listPartitionWeeks(db)
  // A clock that was never set is before all keys.
  const thisWeek = Math.max(0, toWeek(now))
  const ahead = Array.from({ length: WEEKS_AHEAD }, (_, index) => thisWeek + 1 + index)
  for (const { table, retainedWith } of PARTITIONED) {
    const isRetained = (week: number) => keyAt(toWeekStart(week + 1)) > oldestRetained[retainedWith]
    const weeks = existing.get(table) ?? new Set<number>()
    // A table that was added later also contains rows of earlier weeks' submissions.
    const earlier =
      retainedWith === 'submissions' ? [...(existing.get('submissions') ?? [])].filter(isRetained) : []
    const needed = new Set([...earlier, thisWeek, ...ahead])
    for (const week of needed) if (!weeks.has(week)) await createPartition(db, table, week)
    for (const week of weeks) {
      if (isRetained(week)) continue
      await sql`drop table if exists ${sql.table(toPartitionName(table, week))}`.execute(db)
      if (table === 'attempts') await deleteOrphans(db, week)
    }
  }
}

/** Deletes the rows that belonged to the dropped submissions and deliveries of this week. */
async function deleteOrphans(db: Kysely<Schema>, week: number): Promise<void> {
  const [from, to] = [keyAt(toWeekStart(week)), keyAt(toWeekStart(week + 1))]
  for (const table of ['attempts', 'claim_emails'] as const) {
    await db.deleteFrom(table).where('delivery_key', '>=', from).where('delivery_key', '<', to).execute()
  }
  await db.deleteFrom('routings').where('key', '>=', from).where('key', '<', to).execute()
  for (const table of ['judgements', 'spam_lessons', 'submission_work', 'submission_labels'] as const) {
    await db.deleteFrom(table).where('submission_key', '>=', from).where('submission_key', '<', to).execute()
  }
}

/** Creates a partition, unless the default partition holds rows of that week, which PostgreSQL would refuse. */
async function createPartition(db: Kysely<Schema>, table: Partitioned, week: number): Promise<void> {
  const from = keyAt(toWeekStart(week))
  const to = keyAt(toWeekStart(week + 1))
  const inTheWay =
    await sql`select 1 from ${sql.table(`${table}_rest`)} where key >= ${from} and key < ${to} limit 1`.execute(
      db,
    )
  if (inTheWay.rows.length > 0) return
  await sql`create table if not exists ${sql.table(toPartitionName(table, week))} partition of ${sql.table(table)}
            for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(db)
}

async function listPartitionWeeks(db: Kysely<Schema>): Promise<Map<string, Set<number>>> {
  const { rows } = await sql<{ parent: string; name: string }>`
    select parent.relname as parent, child.relname as name
    from pg_inherits
    join pg_class parent on parent.oid = pg_inherits.inhparent
    join pg_class child on child.oid = pg_inherits.inhrelid
    where parent.relnamespace = current_schema()::regnamespace and parent.relkind = 'p'`.execute(db)
  const existing = new Map<string, Set<number>>()
  for (const { parent, name } of rows) {
    const day = /_(\d{4}-\d{2}-\d{2})$/.exec(name)?.[1]
    if (day === undefined) continue
    const weeks = existing.get(parent) ?? new Set<number>()
    existing.set(parent, weeks.add(toWeek(new Date(`${day}T00:00:00Z`))))
  }
  return existing
}

/** Returns the number of weeks since key 0. */
function toWeek(instant: Date): number {
  return Math.floor((instant.getTime() - keyToDate(0).getTime()) / WEEK)
}

function toWeekStart(week: number): Date {
  return new Date(keyToDate(0).getTime() + week * WEEK)
}

/** Returns a name such as `submissions_2026-11-19`, with the first day of the week. */
function toPartitionName(table: string, week: number): string {
  return `${table}_${toWeekStart(week).toISOString().slice(0, 10)}`
}
