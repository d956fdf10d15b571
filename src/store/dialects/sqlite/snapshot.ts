import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { MINUTE } from '../../../domain/time.ts'
import { DatabaseUnusable } from '../../engine/connection.ts'
import { expectKnownVersion } from '../../engine/migrate.ts'
import { keyAt } from '../../engine/sequence.ts'
import { toOpenError } from './faults.ts'

/** Facts about a copy of the database. */
export type Snapshot = {
  schema: number
  /** null: the service has never written to it. */
  secretFingerprint: string | null
  /** null: no service has started on it since links have a secret of their own. */
  linkFingerprint: string | null
  /** Rows of the tables that an operator knows. */
  counts: Record<string, number>
}

const BUSY_TIMEOUT_MS = 5000
const COUNTED = [
  'accounts',
  'endpoints',
  'submissions',
  'files',
  'event_batches',
  'messages',
  'outbox',
] as const
/** Time by which the clock may be behind that of the machine that made the backup; keys skip as much. */
const MAX_CLOCK_SKEW_MS = MINUTE

/**
 * Writes a consistent copy of a database that a service may be using, and checks it. `vacuum into` reads one snapshot, so
 * that writers neither wait nor make it begin again, as they would with the backup interface of SQLite; the copy has no
 * freed pages, so nothing that was deleted.
 *
 * @param copy a file that does not exist
 * @throws DatabaseUnusable
 */
export function writeSnapshot(file: string, copy: string): Snapshot {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
    database.prepare('vacuum into ?').run(copy)
  } catch (error) {
    throw toOpenError(file, error)
  }
  return inspectSnapshot(copy)
}

/**
 * Records the time of a finished backup in the database that it is of, for the operator.
 *
 * @throws DatabaseUnusable
 */
export function recordBackup(file: string, now: Date): void {
  try {
    if (!existsSync(file)) throw new Error('it is gone')
    using database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    database.prepare('update instance set backed_up_at = ?').run(now.getTime())
  } catch (error) {
    throw toOpenError(file, error)
  }
}

/**
 * Checks a copy and reads what it contains.
 *
 * @throws DatabaseUnusable when it is damaged, or of a newer program
 */
export function inspectSnapshot(copy: string): Snapshot {
  try {
    using database = new DatabaseSync(copy, { readOnly: true })
    const result = Object.values(database.prepare('pragma integrity_check(1)').get() ?? {})[0]
    if (result !== 'ok') throw new DatabaseUnusable(`the database is damaged (${result})`)
    const schema = Number(
      database.prepare('select max(version) as version from schema_version').get()?.version,
    )
    expectKnownVersion(schema)
    // Columns of later schemas are missing in earlier ones.
    const instance = database.prepare('select * from instance').get()
    const counts = COUNTED.map((table): [string, number] => [
      table,
      Number(database.prepare(`select count(*) as rows from ${table}`).get()?.rows),
    ])
    return {
      schema,
      secretFingerprint: toText(instance?.secret_fingerprint),
      linkFingerprint: toText(instance?.link_secret_fingerprint),
      counts: Object.fromEntries(counts),
    }
  } catch (error) {
    throw toOpenError(copy, error)
  }
}

/**
 * Prepares a restored database for its first start: row keys continue after all that the original can have used since,
 * because ids and links are made of them, the first purge waits as it does after a long stop, and files that the original
 * may still use are not its own.
 *
 * @throws DatabaseUnusable when the clock is before the backup, whose keys would then be used a second time
 */
export function prepareRestored(copy: string, { now, madeAt }: { now: Date; madeAt: Date }): void {
  if (now.getTime() < madeAt.getTime() - MAX_CLOCK_SKEW_MS) {
    throw new DatabaseUnusable(
      `the backup was made at ${madeAt.toISOString()}, but the clock of this machine shows ${now.toISOString()}. ` +
        'Correct the clock: ids that were used since the backup would be used again',
    )
  }
  {
    using database = new DatabaseSync(copy)
    database.exec('pragma synchronous = full; begin immediate')
    database
      .prepare('update key_reservation set next = max(next, ?)')
      .run(keyAt(new Date(now.getTime() + MAX_CLOCK_SKEW_MS)))
    database.exec(`
      update instance set files_id = null;
      insert into clock_checks (id, checked_at, paused_until) values (1, 0, null)
        on conflict (id) do update set checked_at = 0, paused_until = null;
      commit`)
  }
  const descriptor = openSync(copy, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
