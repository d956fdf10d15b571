import { type Kysely, sql } from 'kysely'
import { DAY } from '../../../domain/time.ts'
import type { Connection } from '../../engine/connection.ts'
import type { Schema } from '../../engine/schema.ts'
import { keyAt, keyToDate } from '../../engine/sequence.ts'

/** Tables whose rows stand by the week of their key, and with what each is kept. */
const PARTITIONED = [
  { table: 'submissions', retainedWith: 'submissions' },
  { table: 'outbox', retainedWith: 'submissions' },
  { table: 'attempts', retainedWith: 'submissions' },
  { table: 'search_entries', retainedWith: 'submissions' },
  { table: 'event_batches', retainedWith: 'telemetry' },
] as const
type Partitioned = (typeof PARTITIONED)[number]['table']

const NOTHING_IS_OLD = { submissions: 0, telemetry: 0 }
const WEEK = 7 * DAY
/**
 * Number of weeks whose partitions are created ahead; rows beyond them, from a wrong clock, go to the default
 * partition.
 */
const WEEKS_AHEAD = 2

/**
 * Makes the partitions of this week and those to come, and drops the ones in which no plan keeps anything. An attempt
 * may be newer than its email and stand in a later week: it goes with the email.
 */
export async function maintainPartitions(
  db: Kysely<Schema>,
  { now, oldestRetained = NOTHING_IS_OLD }: Parameters<Connection['maintain']>[1],
): Promise<void> {
  const standing = await listPartitionWeeks(db)
  // A clock that was never set is behind all keys.
  const thisWeek = Math.max(0, toWeek(now))
  const ahead = Array.from({ length: WEEKS_AHEAD }, (_, index) => thisWeek + 1 + index)
  for (const { table, retainedWith } of PARTITIONED) {
    const isRetained = (week: number) => keyAt(toWeekStart(week + 1)) > oldestRetained[retainedWith]
    const weeks = standing.get(table) ?? new Set<number>()
    // A table that came later holds what belongs to the submissions of earlier weeks too.
    const earlier =
      retainedWith === 'submissions' ? [...(standing.get('submissions') ?? [])].filter(isRetained) : []
    const needed = new Set([...earlier, thisWeek, ...ahead])
    for (const week of needed) if (!weeks.has(week)) await createPartition(db, table, week)
    for (const week of weeks) {
      if (isRetained(week)) continue
      await sql`drop table if exists ${sql.table(toPartitionName(table, week))}`.execute(db)
      if (table === 'attempts') await deleteOrphans(db, week)
    }
  }
}

/** Submissions and emails of this week are gone. */
async function deleteOrphans(db: Kysely<Schema>, week: number): Promise<void> {
  const [from, to] = [keyAt(toWeekStart(week)), keyAt(toWeekStart(week + 1))]
  for (const table of ['attempts', 'claim_emails'] as const) {
    await db.deleteFrom(table).where('delivery_key', '>=', from).where('delivery_key', '<', to).execute()
  }
  await db.deleteFrom('routings').where('key', '>=', from).where('key', '<', to).execute()
}

/** Left out while the rest holds rows of that week: PostgreSQL would refuse, and they are found where they are. */
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
  const standing = new Map<string, Set<number>>()
  for (const { parent, name } of rows) {
    const day = /_(\d{4}-\d{2}-\d{2})$/.exec(name)?.[1]
    if (day === undefined) continue
    const weeks = standing.get(parent) ?? new Set<number>()
    standing.set(parent, weeks.add(toWeek(new Date(`${day}T00:00:00Z`))))
  }
  return standing
}

/** Weeks are counted from the beginning of keys. */
function toWeek(instant: Date): number {
  return Math.floor((instant.getTime() - keyToDate(0).getTime()) / WEEK)
}

function toWeekStart(week: number): Date {
  return new Date(keyToDate(0).getTime() + week * WEEK)
}

/** Such as `submissions_2026-11-19`, for the day the week begins. */
function toPartitionName(table: string, week: number): string {
  return `${table}_${toWeekStart(week).toISOString().slice(0, 10)}`
}
