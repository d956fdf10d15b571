import { type Kysely, sql } from 'kysely'
import type { LinkFingerprints } from '../../domain/keys.ts'
import { type Connection, DatabaseUnusable } from './connection.ts'
import * as initial from './migrations/0001-to-0020/0001-initial.ts'
import * as confirmation from './migrations/0001-to-0020/0002-confirmation.ts'
import * as emailBudgets from './migrations/0001-to-0020/0003-email-budgets.ts'
import * as linkSecret from './migrations/0001-to-0020/0004-link-secret.ts'
import * as emailCeiling from './migrations/0001-to-0020/0005-email-ceiling.ts'
import * as keyExpiry from './migrations/0001-to-0020/0006-key-expiry.ts'
import * as suppressions from './migrations/0001-to-0020/0007-suppressions.ts'
import * as audit from './migrations/0001-to-0020/0008-audit.ts'
import * as queueLimits from './migrations/0001-to-0020/0009-queue-limits.ts'
import * as language from './migrations/0001-to-0020/0010-language.ts'
import * as trash from './migrations/0001-to-0020/0011-trash.ts'
import * as siteHost from './migrations/0001-to-0020/0012-site-host.ts'
import * as testSubmission from './migrations/0001-to-0020/0013-test-submission.ts'
import * as visitors from './migrations/0001-to-0020/0014-visitors.ts'
import * as publicLink from './migrations/0001-to-0020/0015-public-link.ts'
import * as testMessage from './migrations/0001-to-0020/0016-test-message.ts'
import * as imports from './migrations/0001-to-0020/0017-imports.ts'
import * as spamLists from './migrations/0001-to-0020/0018-spam-lists.ts'
import * as health from './migrations/0001-to-0020/0019-health.ts'
import * as spentChallenges from './migrations/0001-to-0020/0020-spent-challenges.ts'
import * as receipts from './migrations/0021-receipts.ts'
import * as judgements from './migrations/0022-judgements.ts'
import * as spamDigest from './migrations/0023-spam-digest.ts'
import * as spamFilter from './migrations/0024-spam-filter.ts'
import * as recentIndex from './migrations/0025-recent-index.ts'
import * as likelyLessons from './migrations/0026-likely-lessons.ts'
import * as receiptShown from './migrations/0027-receipt-shown.ts'
import * as creatingNetworks from './migrations/0028-creating-networks.ts'
import type { Schema } from './schema.ts'

/** One version of the schema, in the SQL of each database. */
type Migration = Record<Connection['dialect'], readonly string[]>

/** Migrations are appended, never edited: each raises the version of the schema by one. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  confirmation,
  emailBudgets,
  linkSecret,
  emailCeiling,
  keyExpiry,
  suppressions,
  audit,
  queueLimits,
  language,
  trash,
  siteHost,
  testSubmission,
  visitors,
  publicLink,
  testMessage,
  imports,
  spamLists,
  health,
  spentChallenges,
  receipts,
  judgements,
  spamDigest,
  spamFilter,
  recentIndex,
  likelyLessons,
  receiptShown,
  creatingNetworks,
]

/** Versions of programs that were never released. Their data is not migrated, so the first migration has the next one. */
const UNRELEASED_VERSIONS = 20

/** The first table of every database. */
export const CREATE_SCHEMA_VERSION =
  'create table if not exists schema_version (version integer primary key, migrated_at bigint not null)'

/** The version of the schema that this program knows. */
export const SCHEMA_VERSION = UNRELEASED_VERSIONS + MIGRATIONS.length

/** Error for a database that a newer program has migrated; the message says what to do. */
export class SchemaTooNew extends DatabaseUnusable {}

/**
 * Migrates the database to this program's schema, in one transaction under the write lock: a second process waits and
 * then finds nothing to do, and a crash in the middle leaves the old schema.
 *
 * @param options.hmacSecret fingerprint of the instance's secret, which does not reveal it
 * @param options.linkFingerprints left out by commands, which sign no links
 * @throws SchemaTooNew when a newer program has migrated the database further than this one knows
 * @throws DatabaseUnusable when an unreleased program wrote the database
 * @throws DatabaseUnusable when the data was written with another secret
 */
export async function migrate(
  connection: Connection,
  options: { now: Date; hmacSecret: string; linkFingerprints?: LinkFingerprints },
): Promise<void> {
  const { now, hmacSecret, linkFingerprints } = options
  await connection.migration(async (db) => {
    await sql.raw(CREATE_SCHEMA_VERSION).execute(db)
    const version = await readVersion(db)
    expectKnownVersion(version)
    for (const [index, migration] of MIGRATIONS.entries()) {
      const migrated = UNRELEASED_VERSIONS + index + 1
      if (migrated <= version) continue
      for (const statement of migration[connection.dialect]) await sql.raw(statement).execute(db)
      await db
        .insertInto('schema_version')
        .values({ version: migrated, migrated_at: now.getTime() })
        .execute()
    }
    await connection.maintain(db, { now })
    await compareSecret(db, hmacSecret)
    if (linkFingerprints) await compareLinkSecret(db, linkFingerprints)
  })
}

/** Reads the version of the schema: 0 for a database that has not been migrated. */
export async function readVersion(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('schema_version')
    .select((select) => select.fn.max('version').as('version'))
    .executeTakeFirst()
  return row?.version ?? 0
}

/**
 * @throws SchemaTooNew for a version that this program does not know yet
 * @throws DatabaseUnusable for a version of an unreleased program
 */
export function expectKnownVersion(version: number): void {
  if (version > SCHEMA_VERSION) {
    throw new SchemaTooNew(
      `the database has schema version ${version}, this program knows ${SCHEMA_VERSION}: ` +
        'it was written by a newer Formslot. Start that version, or restore the backup made before the upgrade.',
    )
  }
  if (version > 0 && version <= UNRELEASED_VERSIONS) {
    throw new DatabaseUnusable(
      `the database has schema version ${version}: it was written by an unreleased Formslot, whose data this version ` +
        'cannot read. Start with an empty data directory and database, or run the Formslot that wrote it.',
    )
  }
}

/** Compares the secret: another one would invalidate every link that was sent, and change every public id. */
export async function compareSecret(db: Kysely<Schema>, fingerprint: string): Promise<void> {
  const row = await db.selectFrom('instance').select('secret_fingerprint').executeTakeFirst()
  if (!row) {
    await db.insertInto('instance').values({ id: 1, secret_fingerprint: fingerprint }).execute()
  } else if (row.secret_fingerprint !== fingerprint) {
    throw new DatabaseUnusable(
      'this database was written with another secret. Restore that secret (FORMSLOT_SECRET, or the file "secret" in ' +
        'the data directory). All nodes on one database need the same FORMSLOT_SECRET.',
    )
  }
}

/**
 * Compares the secret that links are signed with: a node that falls back to a replaced one would refuse the links of the
 * others, and sign with a secret that may have leaked. One that names the stored secret as the old one replaces it.
 */
async function compareLinkSecret(db: Kysely<Schema>, { current, old }: LinkFingerprints): Promise<void> {
  const row = await db.selectFrom('instance').select('link_secret_fingerprint as stored').executeTakeFirst()
  const stored = row?.stored ?? null
  if (stored === current) return
  if (stored !== null && stored !== old) {
    throw new DatabaseUnusable(
      'the links of this database are signed with another secret. Set FORMSLOT_LINK_SECRET to that secret. To replace it, ' +
        'name it in FORMSLOT_OLD_LINK_SECRET. All nodes on one database need the same link secrets.',
    )
  }
  await db.updateTable('instance').set({ link_secret_fingerprint: current }).execute()
}
