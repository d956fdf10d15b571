import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import { indexSubmissions } from '../../../src/store/dialects/sqlite/submission-index.ts'
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
