import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { test } from 'node:test'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { Pool } from 'pg'
import type { SearchTerm } from '../../../src/domain/submissions/search.ts'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { postgresFolders } from '../../../src/store/dialects/postgres/folders.ts'
import { createPostgresSearch } from '../../../src/store/dialects/postgres/search.ts'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import { sqliteFolders } from '../../../src/store/dialects/sqlite/folders.ts'
import { sqliteSearch } from '../../../src/store/dialects/sqlite/search.ts'
import { countDays, listEndpoints } from '../../../src/store/endpoints/owned-endpoints.ts'
import { migrate } from '../../../src/store/engine/migrate.ts'
import type { Schema } from '../../../src/store/engine/schema.ts'
import * as list from '../../../src/store/submissions/inbox-list.ts'
import type { InboxReads } from '../../../src/store/submissions/inbox-reads.ts'
import { listAnnotations } from '../../../src/store/telemetry/annotations.ts'
import { aboutPostgres, aboutTheFile } from '../../support/postgres/test-database.ts'
import { createFilter } from '../../support/stores/owned-inbox.ts'
import { NOW, PATIENT, storePlaces } from '../../support/stores/stores.ts'

const { createDatabase } = storePlaces()
const MIGRATION = { now: NOW, hmacSecret: 'mark' }
const ENDPOINTS = 40
const SUBMISSIONS = 60_000
const HELLO: SearchTerm = { words: ['hello', 'there'], ends: 'open', within: { kind: 'any' } }

/** Everything that an owner's lists ask of the database. */
async function readAll(reads: InboxReads): Promise<void> {
  const { db } = reads
  const page = { limit: 50, olderThan: 9_000 }
  for (const endpointId of [null, 'f_3']) {
    for (const unread of [null, true]) {
      const filter = createFilter(1, { endpointId, unread })
      await list.listSubmissions(reads, { ...filter, ...page })
      await list.countUnreadIn(reads, { ...filter, most: 1000 })
      await list.listKeys(reads, { ...filter, limit: 1000, olderThan: null })
    }
  }
  await list.listSubmissions(reads, {
    ...createFilter(1, { folders: ['inbox', 'spam', 'archive'] }),
    ...page,
  })
  await list.listSubmissions(reads, { ...createFilter(1, { terms: [HELLO] }), ...page })
  for (const marks of [{ starred: true }, { labelKey: 1 }, { starred: true, labelKey: 1 }]) {
    const filter = createFilter(1, marks)
    await list.listSubmissions(reads, { ...filter, ...page })
    await list.countUnreadIn(reads, { ...filter, most: 1000 })
  }
  const found = await list.findSubmission(db, 1, 3)
  await list.loadNeighbors(reads, found ?? assert.fail())
  for (const since of [null, NOW]) await listAnnotations(db, { endpointKey: 1, since, until: since })
  const request = { accountKey: 1, state: null, before: 30, limit: 20 }
  const endpoints = await listEndpoints(db, { ...request, kind: 'form' })
  await countDays(reads, { endpoints, today: new Date('2026-01-05T00:00:00.000Z'), days: 30 })
}

const ENDPOINT_COLUMNS = `key, id, recipient, mailbox_key, created_at, accepted_count, month_count, account_key, newest_key`

test('SQLite serves every list of an owner from an index, without sorting', {
  skip: aboutTheFile,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-plans-'))
  const file = path.join(folder, 'formslot.db')
  const connection = connectSqlite(file)
  await migrate(connection, MIGRATION)
  await connection.close()
  const database = new DatabaseSync(file)
  database.exec(
    `begin; insert into accounts (key, mailbox, plan, created_at) values (1, 'ada@lovelace.dev', 'free', 0)`,
  )
  for (let key = 1; key <= ENDPOINTS; key += 1) {
    database.exec(`insert into endpoints (${ENDPOINT_COLUMNS})
                   values (${key}, 'f_${key}', 'ada@lovelace.dev', 'ada', 0, 0, 0, 1, 99999999)`)
    database.exec(
      `insert into submissions (key, endpoint_key, received_at, fields) values (${key}, ${key}, 0, '[]')`,
    )
  }
  database.exec('commit')
  const statements = new Set<string>()
  const db = new Kysely<Schema>({
    dialect: new SqliteDialect({
      database: {
        close: () => {},
        prepare(text) {
          statements.add(text)
          const statement = database.prepare(text)
          return {
            reader: true,
            all: (values) => statement.all(...(values as SQLInputValue[])),
            run: () => assert.fail('a list writes nothing'),
            iterate: () => assert.fail('lists are read whole'),
          }
        },
      },
    }),
  })
  await readAll({ db, folders: sqliteFolders, search: sqliteSearch })
  assert.ok(statements.size > 10, 'the statements were seen')
  for (const text of statements) {
    const steps = database.prepare(`explain query plan ${text}`).all()
    for (const { detail } of steps) {
      const step = String(detail)
      // Rows by their keys come in the order of their keys; what is sorted is a page.
      const ofAPage =
        /order by (?:"submissions"\."key"|"outbox"\."key"|"key")/.test(text) && text.includes(' in (')
      assert.ok(!step.includes('TEMP B-TREE') || ofAPage, `${step}: ${text}`)
      assert.ok(
        !/^SCAN (?:submissions|submission_index|submission_index_recent|endpoints|outbox|labels|submission_labels|submission_work|annotations|e)\b/.test(
          step,
        ),
        `${step}: ${text}`,
      )
    }
  }
  database.close()
  rmSync(folder, { recursive: true })
})

test('PostgreSQL serves every list of an owner from an index, and sorts at most a page', {
  skip: aboutPostgres,
}, async () => {
  const url = await createDatabase()
  const connection = await connectPostgres(url, PATIENT)
  await migrate(connection, MIGRATION)
  await connection.close()
  const pool = new Pool({ connectionString: url })
  // Ending a pool does not wait for its connections, which the server may close first.
  pool.on('error', () => {})
  await pool.query(
    `insert into accounts (key, mailbox, plan, created_at) values (1, 'ada@lovelace.dev', 'free', 0), (2, 'bo@builds.dev', 'free', 0)`,
  )
  // Bo has many, so that a look through the table is never the cheapest.
  await pool.query(`insert into endpoints (${ENDPOINT_COLUMNS})
    select n, 'f_' || n, 'ada@lovelace.dev', 'ada', 0, 0, 0, case when n <= ${ENDPOINTS} then 1 else 2 end, 99999999
    from generate_series(1, 5000) as n`)
  await pool.query(`insert into submissions (key, endpoint_key, received_at, fields)
    select n, 1 + n % ${ENDPOINTS}, 0, '[["message","' || repeat('x', 300) || '"]]'
    from generate_series(1, ${SUBMISSIONS}) as n`)
  await pool.query(
    `insert into annotations select n, 1 + n % 500, n, 'deployed', n from generate_series(1, 20000) as n`,
  )
  await pool.query('analyze')
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  })
  await readAll({ db, folders: postgresFolders, search: createPostgresSearch() })
  assert.ok(statements.length > 10, 'the statements were seen')
  for (const { sql, parameters } of statements) {
    const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters])
    const plan = JSON.stringify(rows[0])
    // The other partitions are empty.
    assert.doesNotMatch(plan, /"Seq Scan"[^{}]*"Relation Name":"(?:submissions_rest|endpoints|annotations)"/)
    const sorts = [...plan.matchAll(/"Node Type":"(?:Incremental )?Sort".*?"Plan Rows":(\d+)/g)]
    // A page of what is read and one of what is not.
    for (const [, rows] of sorts) assert.ok(Number(rows) <= 2 * 1001, `${sql}\n${plan}`)
  }
  await db.destroy()
})
