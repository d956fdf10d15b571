import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import { indexSubmissions, MAX_RECENT_ENTRIES } from '../../../src/store/dialects/sqlite/submission-index.ts'
import { migrate } from '../../../src/store/engine/migrate.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')

test('reads a page by merging indexed and new submissions, without sorting', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-filing-'))
  const file = path.join(folder, 'formslot.db')
  const connection = connectSqlite(file)
  await migrate(connection, { now: NOW, hmacSecret: 'mark' })
  await connection.close()
  const database = new DatabaseSync(file, { readOnly: true })
  const plan = database
    .prepare(
      `explain query plan select key from submissions_by_endpoint
       where endpoint_key = 1 and folder = 'inbox' and unread = 1 and key < 9 order by key desc limit 50`,
    )
    .all()
    .map((step) => String(step.detail))
  assert.ok(plan.includes('MERGE (UNION ALL)'), plan.join('; '))
  assert.ok(!plan.some((step) => step.includes('TEMP B-TREE')), plan.join('; '))
  database.close()
  rmSync(folder, { recursive: true })
})

test('indexes a submission once by endpoint and folder, and removes it with its row', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-filing-'))
  const file = path.join(folder, 'formslot.db')
  const connection = connectSqlite(file)
  await migrate(connection, { now: NOW, hmacSecret: 'mark' })
  const arrive = (key: number, endpoint: number, spam_reasons: string | null = null) =>
    connection.transaction(async ({ save }) =>
      save({
        insert: {
          submissions: [
            { key, endpoint_key: endpoint, received_at: NOW.getTime(), fields: '[]', spam_reasons },
          ],
        },
      }),
    )
  const fileAll = () => connection.transaction(({ db }) => indexSubmissions(db))
  const getRows = (table: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const rows = database.prepare(`select endpoint_key, folder, key from ${table} order by key`).all()
    database.close()
    return rows.map((row) => Object.values(row).join(' '))
  }

  await fileAll()
  await arrive(16, 1)
  await arrive(32, 2)
  await arrive(48, 1, '["honeypot"]')
  const three = ['1 inbox 16', '2 inbox 32', '1 spam 48']
  assert.deepEqual(getRows('submission_index'), [])
  assert.deepEqual(getRows('submissions_by_endpoint'), three)
  await fileAll()
  assert.deepEqual(getRows('submission_index'), three)
  await arrive(64, 2)
  assert.deepEqual(getRows('submissions_by_endpoint'), [...three, '2 inbox 64'])
  await fileAll()
  await fileAll()
  assert.deepEqual(getRows('submission_index'), [...three, '2 inbox 64'])

  const remove = (keys: number[]) =>
    connection.transaction(({ db }) => db.deleteFrom('submissions').where('key', 'in', keys).execute())
  await remove([16, 48, 64])
  assert.deepEqual(getRows('submission_index'), ['2 inbox 32'])
  // The newest is gone: what comes next is filed all the same.
  await arrive(80, 1)
  await fileAll()
  assert.deepEqual(getRows('submission_index'), ['2 inbox 32', '1 inbox 80'])
  await connection.close()
  rmSync(folder, { recursive: true })
})

test('a submission to one of many endpoints goes through the small index, and is found once wherever it is', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-filing-'))
  const file = path.join(folder, 'formslot.db')
  const connection = connectSqlite(file)
  await migrate(connection, { now: NOW, hmacSecret: 'mark' })
  let key = 0
  /** Adds one submission to each of the endpoints, and indexes them. */
  const arrive = (endpoints: number) =>
    connection.transaction(async ({ db }) => {
      await sql`
        with recursive places (place) as (select 1 union all select place + 1 from places where place < ${endpoints})
        insert into submissions (key, endpoint_key, received_at, fields)
        select ${key} + 16 * place, place, 0, '[]' from places`.execute(db)
      key += 16 * endpoints
      await indexSubmissions(db)
    })
  const count = (from: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const row = database.prepare(`select count(*) as count, count(distinct key) as keys from ${from}`).get()
    database.close()
    return [row?.count, row?.keys]
  }
  const inRecent = () => count('submission_index_recent')
  const inAll = (where = 'true') => count(`submissions_by_endpoint where ${where}`)

  await arrive(256)
  assert.deepEqual(inRecent(), [0, 0])
  await arrive(257)
  assert.deepEqual(inRecent(), [257, 257])
  assert.deepEqual(inAll(), [513, 513])
  await connection.transaction(async ({ db }) => {
    const newest = db.updateTable('submissions').where('key', '=', key)
    await newest.set({ moved_to: 'archive', read_at: 1 }).execute()
    await db
      .deleteFrom('submissions')
      .where('key', '=', key - 16)
      .execute()
  })
  assert.deepEqual(inAll("folder = 'archive' and unread = 0"), [1, 1])
  assert.deepEqual(inAll(), [512, 512])

  // The surplus moves on, and no endpoint is left out.
  const batch = 1024
  const turns = Math.ceil((3 * MAX_RECENT_ENTRIES) / batch)
  for (let turn = 0; turn < turns; turn += 1) {
    await arrive(batch)
    assert.ok(Number(inRecent()[0]) <= MAX_RECENT_ENTRIES + batch)
  }
  const all = 512 + turns * batch
  assert.deepEqual(inAll(), [all, all])
  const [moved] = count('submission_index')
  assert.ok(Number(moved) >= all - MAX_RECENT_ENTRIES - batch, `${moved} of ${all} have moved`)
  assert.deepEqual(count('(select distinct endpoint_key as key from submission_index)'), [batch, batch])
  await connection.close()
  rmSync(folder, { recursive: true })
})
