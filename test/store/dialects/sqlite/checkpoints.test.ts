import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connectSqlite } from '../../../../src/store/dialects/sqlite/connect.ts'

const PREFIX = path.join(tmpdir(), 'formslot-checkpoint-')
const PAGE = 4096
const PAGES_PER_COMMIT = 100
const COMMITS = 200
/** At 4000 pages the log is copied; it grows by what is committed until the thread has started and copied it. */
const MAX_LOG_PAGES = 10_000

test('the log is copied into the database beside the writers and begins anew', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const file = path.join(folder.path, 'formslot.db')
  const connection = connectSqlite(file)
  await connection.transaction(async ({ db }) => {
    await sql`create table filled (bytes blob)`.execute(db)
  })
  for (let commit = 0; commit < COMMITS; commit += 1) {
    await connection.transaction(({ db }) =>
      sql`insert into filled values (zeroblob(${PAGES_PER_COMMIT * PAGE}))`.execute(db),
    )
  }
  const logPages = statSync(`${file}-wal`).size / PAGE
  assert.ok(
    logPages < MAX_LOG_PAGES,
    `the log has ${logPages} pages, ${COMMITS * PAGES_PER_COMMIT} were written`,
  )
  const { rows } = await sql<{ count: number }>`select count(*) as count from filled`.execute(
    connection.reads,
  )
  assert.equal(rows[0]?.count, COMMITS)
  await connection.close()
  using database = new DatabaseSync(file)
  assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
  assert.equal(database.prepare('select count(*) as count from filled').get()?.count, COMMITS)
})

test('a reader that keeps an old state keeps the log, and writers go on', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const file = path.join(folder.path, 'formslot.db')
  const connection = connectSqlite(file)
  const fill = () =>
    connection.transaction(({ db }) =>
      sql`insert into filled values (zeroblob(${PAGES_PER_COMMIT * PAGE}))`.execute(db),
    )
  await connection.transaction(async ({ db }) => {
    await sql`create table filled (bytes blob)`.execute(db)
  })
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('begin')
  assert.equal(reader.prepare('select count(*) as count from filled').get()?.count, 0)
  for (let commit = 0; commit < COMMITS; commit += 1) await fill()
  assert.ok(statSync(`${file}-wal`).size / PAGE > COMMITS * PAGES_PER_COMMIT, 'the log keeps what it reads')
  assert.equal(reader.prepare('select count(*) as count from filled').get()?.count, 0)
  reader.exec('commit')
  reader.close()
  let size = 0
  for (let commit = 0; size < statSync(`${file}-wal`).size; commit += 1) {
    assert.ok(commit < 100 * COMMITS, 'then it begins anew')
    size = statSync(`${file}-wal`).size
    await fill()
  }
  await connection.close()
})
