import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { DAY, later } from '../../domain/time.ts'
import { type Connection, DatabaseUnusable } from '../engine/connection.ts'
import {
  compareSecret,
  expectKnownVersion,
  LAST_UNRELEASED_VERSION,
  readVersion,
  SCHEMA_VERSION,
} from '../engine/migrate.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt, keyToDate } from '../engine/sequence.ts'

/** Every table with data, and the columns of its key; referenced tables come first. */
const TABLES = [
  ['accounts', 'key'],
  ['suspended_mailboxes', 'mailbox_key'],
  ['account_counts', 'counter'],
  ['email_keys', 'key'],
  ['members', 'key'],
  ['hand_overs', 'key'],
  ['sign_ins', 'key'],
  ['sessions', 'key'],
  ['devices', 'key'],
  ['api_keys', 'key'],
  ['audit_entries', 'key'],
  ['mailboxes', 'mailbox_key'],
  ['suppressions', 'mailbox_key', 'cause'],
  ['endpoints', 'key'],
  ['submissions', 'key'],
  ['labels', 'key'],
  ['submission_labels', 'label_key', 'submission_key'],
  ['submission_work', 'submission_key'],
  ['inbox_views', 'key'],
  ['files', 'key'],
  ['file_deletions', 'place'],
  ['notices', 'key'],
  ['outbox', 'key'],
  ['claim_emails', 'endpoint_key'],
  ['email_rhythms', 'endpoint_key'],
  ['endpoint_keys', 'key'],
  ['spam_lists', 'endpoint_key'],
  ['destination_secrets', 'endpoint_key', 'destination_id'],
  ['messages', 'key'],
  ['queue_counts', 'endpoint_key'],
  ['event_batches', 'key'],
  ['event_counts', 'endpoint_key', 'hour', 'name'],
  ['event_ids', 'endpoint_key', 'id'],
  ['visitor_counts', 'endpoint_key', 'day'],
  ['visitor_salts', 'day'],
  ['watches', 'key'],
  ['annotations', 'key'],
  ['observations', 'endpoint_key', 'hour'],
  ['announced_findings', 'endpoint_key', 'finding'],
  ['queue_rates', 'counter'],
  ['routings', 'key'],
  ['judgements', 'submission_key'],
  ['spam_lessons', 'submission_key'],
  ['spam_tokens', 'account_key', 'token_hash'],
  ['attempts', 'key'],
  ['creation_locks', 'address_key'],
  ['creations', 'key'],
  ['idempotent_results', 'key'],
  ['spent_challenges', 'nonce'],
  ['channel_pauses', 'channel'],
  ['email_days', 'day', 'domain'],
  ['unproven_email_hours', 'hour', 'network'],
  ['status_days', 'day', 'fact'],
  ['operator_entries', 'key'],
  ['storage_days', 'day'],
  ['nodes', 'name'],
  ['plan_retention', 'plan'],
  ['clock_checks', 'id'],
] as const

/** Tables that the last version before 1.0.0 did not have. */
const NEW_TABLES: ReadonlySet<string> = new Set([
  'suspended_mailboxes',
  'destination_secrets',
  'watches',
  'annotations',
  'files',
  'file_deletions',
  'email_days',
  'unproven_email_hours',
  'email_keys',
  'members',
  'hand_overs',
  'email_rhythms',
  'labels',
  'submission_labels',
  'submission_work',
  'inbox_views',
  'status_days',
  'operator_entries',
  'storage_days',
  'nodes',
  'devices',
])

type Table = (typeof TABLES)[number]
type Row = Record<string, string | number | null>

/** Rows per read and write. */
export const BATCH = 2000

type CopiedTable = { table: string; rows: number; checksum: string }
export type Progress = { table: string; done: number; of: number }

/**
 * Copies all rows from one database to an empty one, and reads both to compare counts and checksums. The source is an
 * SQLite file that accepts no writes meanwhile: a service that still runs on it answers 503.
 *
 * @throws DatabaseUnusable when the source has another schema or secret, the target is not empty, or the copy differs;
 *   the target must then be emptied before another try
 */
export async function copyRows(
  from: Connection,
  to: Connection,
  options: { hmacSecret: string; onProgress(progress: Progress): void },
): Promise<CopiedTable[]> {
  return from.transaction(async ({ db }) => {
    const version = await expectSchema(db)
    await compareSecret(db, options.hmacSecret)
    await expectEmpty(to)
    await createPartitions(db, to)
    const copied: CopiedTable[] = []
    for (const table of TABLES) {
      if (version === LAST_UNRELEASED_VERSION && NEW_TABLES.has(table[0])) continue
      const of = await countRows(db, table)
      const left = createChecksum()
      for await (const rows of readBatches(db, table)) {
        left.add(rows)
        await to.transaction(async (tx) => tx.save({ insert: { [table[0]]: rows } }))
        options.onProgress({ table: table[0], done: left.rows(), of })
      }
      const arrived = createChecksum()
      for await (const rows of readBatches(to.reads, table)) arrived.add(rows)
      if (arrived.rows() !== left.rows() || arrived.sum() !== left.sum()) {
        throw new DatabaseUnusable(
          `the copy of ${table[0]} differs: ${left.rows()} rows were read and ${arrived.rows()} arrived. ` +
            'Empty the new database and copy again.',
        )
      }
      copied.push({ table: table[0], rows: left.rows(), checksum: left.sum() })
    }
    await carryOverKeys(db, to)
    if (version !== LAST_UNRELEASED_VERSION) await carryOverFilesId(db, to)
    await to.transaction((tx) => to.indexSubmissions(tx.db))
    return copied
  })
}

/** Returns the version of the schema, from which rows can be copied. */
async function expectSchema(db: Kysely<Schema>): Promise<number> {
  const version = await readVersion(db)
  // The same tables under an older number but for new ones: migrations have added tables and changed none.
  if (version === LAST_UNRELEASED_VERSION) return version
  expectKnownVersion(version)
  if (version === SCHEMA_VERSION) return version
  throw new DatabaseUnusable(
    `the old database has schema version ${version}, this program needs ${SCHEMA_VERSION}: ` +
      'run "formslot-server migrate" on it first',
  )
}

async function expectEmpty(to: Connection): Promise<void> {
  for (const table of TABLES) {
    if ((await countRows(to.reads, table)) > 0) {
      throw new DatabaseUnusable(`the new database is not empty: there are rows in ${table[0]}`)
    }
  }
}

/** Creates the weekly partitions of the copied rows, as maintenance would have: the default partition is slow to purge. */
async function createPartitions(db: Kysely<Schema>, to: Connection): Promise<void> {
  for (const table of ['submissions', 'event_batches'] as const) {
    let from: number | null = 0
    while (from !== null) {
      const row: { key: number } | undefined = await db
        .selectFrom(table)
        .select('key')
        .where('key', '>=', from)
        .orderBy('key')
        .limit(1)
        .executeTakeFirst()
      const now: Date | null = row ? keyToDate(row.key) : null
      if (now) await to.transaction((tx) => to.maintain(tx.db, { now }))
      from = now && keyAt(later(now, 7 * DAY))
    }
  }
}

async function countRows(db: Kysely<Schema>, [table]: Table): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db)
  return rows[0]?.rows ?? 0
}

async function* readBatches(db: Kysely<Schema>, [table, ...key]: Table): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let last: Row | undefined
  for (;;) {
    const after: RawBuilder<unknown> = last
      ? sql`where (${columns}) > (${sql.join(getValues(last, key))})`
      : sql``
    const query: RawBuilder<Row> = sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(BATCH)}`
    const { rows }: { rows: Row[] } = await query.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

function getValues(row: Row, columns: readonly string[]): Row[string][] {
  return columns.map((column) => row[column] ?? null)
}

/** Creates a checksum that does not depend on the order of rows, because the two databases sort texts differently. */
function createChecksum() {
  let rows = 0
  let sum = 0n
  return {
    add(batch: readonly Row[]): void {
      rows += batch.length
      for (const row of batch) {
        // A column that the old database does not have is null in the new one.
        const set = Object.entries(row).filter(([, value]) => value !== null)
        const sorted = set.sort(([one], [other]) => (one < other ? -1 : 1))
        const hash = createHash('sha256').update(JSON.stringify(sorted)).digest()
        sum = BigInt.asUintN(64, sum + hash.readBigUInt64BE(0))
      }
    },
    rows: () => rows,
    sum: () => sum.toString(16).padStart(16, '0'),
  }
}

/** Copies the end of the key reservation, so that no key is used twice. */
async function carryOverKeys(db: Kysely<Schema>, to: Connection): Promise<void> {
  const { next } = await db.selectFrom('key_reservation').select('next').executeTakeFirstOrThrow()
  await to.transaction(async (tx) => {
    await tx.db.updateTable('key_reservation').set({ next }).where('next', '<', next).execute()
  })
}

/** Copies the id that marks the stores of files: they stay those of this instance. */
async function carryOverFilesId(db: Kysely<Schema>, to: Connection): Promise<void> {
  const { files_id } = await db.selectFrom('instance').select('files_id').executeTakeFirstOrThrow()
  await to.transaction(async (tx) => {
    await tx.db.updateTable('instance').set({ files_id }).execute()
  })
}
