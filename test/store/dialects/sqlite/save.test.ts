import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connectSqlite } from '../../../../src/store/dialects/sqlite/connect.ts'
import type { Rows } from '../../../../src/store/engine/connection.ts'

/** Around sixteen, the rows of one statement, and again in another order, when the statements are known. */
const COUNTS = [1, 16, 17, 32, 33, 40, 17, 1, 16]

test('saves any number of rows as they are', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-save-'))
  const connection = connectSqlite(path.join(folder.path, 'formslot.db'))
  await connection.transaction(({ db }) =>
    sql`create table facts (key integer primary key, name text, score real)`.execute(db),
  )
  const saved: object[] = []
  for (const count of COUNTS) {
    const rows = Array.from({ length: count }, (_, index) => {
      const key = saved.length + index
      return { key, name: key % 3 === 0 ? null : `name ${key}`, score: key / 8 }
    })
    saved.push(...rows)
    // A table of this test, which the schema does not know.
    const insert = { facts: rows } as unknown as Rows['insert']
    await connection.transaction(async ({ save }) => save({ insert }))
    const found = await sql<object>`select * from facts order by key`.execute(connection.reads)
    assert.deepEqual(
      found.rows.map((row) => ({ ...row })),
      saved,
      `${count} rows`,
    )
  }
  await connection.close()
})
