import assert from 'node:assert/strict'
import { statSync, truncateSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { StoreBroken } from '../../../../src/store/contract/errors.ts'
import { connectSqlite } from '../../../../src/store/dialects/sqlite/connect.ts'
import { createCheckpoints } from '../../../../src/store/dialects/sqlite/write-ahead-log.ts'
import { until } from '../../../support/service/until.ts'

const PREFIX = path.join(tmpdir(), 'formslot-checkpoint-')
const PAGE = 4096
const PAGES_PER_COMMIT = 100
const PAGES_PER_COPY = 4000
const COMMITS = 200
/** At 4000 pages the log is copied; it grows by what is committed until the thread has started and copied it. */
const MAX_COMMITS = 10 * COMMITS

test('the log is copied into the database beside the writers and begins anew', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const file = path.join(folder.path, 'formslot.db')
  const connection = connectSqlite(file)
  await connection.transaction(async ({ db }) => {
    await sql`create table filled (bytes blob)`.execute(db)
  })
  let commits = 0
  // Its length depends on how fast the thread is beside the writers.
  for (let size = 0; size < statSync(`${file}-wal`).size; commits += 1) {
    assert.ok(commits < MAX_COMMITS, `the log grows with ${commits} commits`)
    size = statSync(`${file}-wal`).size
    await connection.transaction(({ db }) =>
      sql`insert into filled values (zeroblob(${PAGES_PER_COMMIT * PAGE}))`.execute(db),
    )
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from filled`.execute(
    connection.reads,
  )
  assert.equal(rows[0]?.count, commits)
  await connection.close()
  using database = new DatabaseSync(file)
  assert.deepEqual({ ...database.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' })
  assert.equal(database.prepare('select count(*) as count from filled').get()?.count, commits)
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
    assert.ok(commit < MAX_COMMITS, 'then it begins anew')
    size = statSync(`${file}-wal`).size
    await fill()
  }
  await connection.close()
})

test('a transaction waits while the end of the log is copied', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const connection = connectSqlite(path.join(folder.path, 'formslot.db'))
  await connection.transaction(({ db }) => sql`create table filled (bytes blob)`.execute(db))
  let waits = 0
  for (let commit = 0; commit < COMMITS; commit += 1) {
    let hasBegun = false
    const stored = connection.transaction(({ db }) => {
      hasBegun = true
      return sql`insert into filled values (zeroblob(${PAGES_PER_COMMIT * PAGE}))`.execute(db)
    })
    // More steps than BEGIN takes, all in the same turn of the event loop, in which no copy can end.
    for (let step = 0; step < 1000; step += 1) await null
    if (!hasBegun) waits += 1
    await stored
  }
  assert.ok(waits > 0)
  await connection.close()
})

/** Checkpoints of a database that is filled by one commit, of some pages each. */
function openFilling(file: string) {
  const writing = new DatabaseSync(file)
  writing.exec('pragma journal_mode = wal; create table filled (bytes blob)')
  const checkpoints = createCheckpoints(writing, file)
  return {
    ...checkpoints,
    fill(pages: number) {
      writing.exec(`insert into filled values (zeroblob(${pages * PAGE}))`)
      for (let look = 0; look < COMMITS; look += 1) checkpoints.beforeBegin()
    },
    /** Waits until most of the log is copied, and copies the end of it. */
    async copy() {
      let copied: Promise<void> | null = null
      await until(() => {
        copied = checkpoints.beforeBegin()
        return copied !== null
      })
      await copied
    },
    [Symbol.dispose]: () => writing.close(),
  }
}

test('a log that a reader keeps is not copied again before it has grown by as much', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const file = path.join(folder.path, 'formslot.db')
  using filling = openFilling(file)
  using reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('begin; select count(*) from filled')
  filling.fill(2 * PAGES_PER_COPY)
  await filling.copy()
  filling.fill(1)
  await filling.close()
  assert.equal(filling.beforeBegin(), null)
})

test('a log that has begun anew is copied when it is as long as the first time', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  using filling = openFilling(path.join(folder.path, 'formslot.db'))
  for (const pages of [5 * PAGES_PER_COPY, 1, 2 * PAGES_PER_COPY]) {
    filling.fill(pages)
    if (pages > PAGES_PER_COPY) await filling.copy()
  }
  await filling.close()
})

test('no transaction begins after the disk has failed during a checkpoint', async () => {
  await using folder = await mkdtempDisposable(PREFIX)
  const file = path.join(folder.path, 'formslot.db')
  using filling = openFilling(file)
  filling.fill(2 * PAGES_PER_COPY)
  await filling.copy()
  filling.fill(1)
  filling.fill(4 * PAGES_PER_COPY)
  // The thread can no longer read the pages that it has to copy.
  truncateSync(`${file}-wal`, PAGE)
  const begin = async () => {
    await filling.beforeBegin()
    return false
  }
  await assert.rejects(until(begin), StoreBroken)
  await assert.rejects(begin(), StoreBroken)
  await filling.close()
})
