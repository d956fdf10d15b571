import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CompiledQuery, type Kysely } from 'kysely'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { Contended, type Rows } from '../../../src/store/engine/connection.ts'
import type { Schema } from '../../../src/store/engine/schema.ts'
import { type AnyPostgres, anyPostgres } from '../../support/postgres/postgres.ts'
import { startPostgresProxy } from '../../support/postgres/proxy.ts'
import { PATIENT } from '../../support/stores/stores.ts'

/** A table with every type of column that the schema has. */
const TABLE = `create table facts
  (key bigint primary key, name text, "order" integer, score double precision, empty bigint)`

let postgres: AnyPostgres
before(async () => {
  postgres = await anyPostgres()
})
after(() => postgres[Symbol.asyncDispose]())

async function opened(url: string) {
  const connection = await connectPostgres(url, PATIENT)
  return Object.assign(connection, { [Symbol.asyncDispose]: () => connection.close() })
}

const execute = async (db: Kysely<Schema>, text: string) =>
  (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))).rows
/** Rows of a table of this test, which the schema does not know. */
const facts = (rows: readonly object[]) => ({ facts: rows }) as unknown as Rows['insert']

test('saves and changes rows with all kinds of values as they are', async () => {
  await using connection = await opened(await postgres.createDatabase())
  const rows = [
    { key: Number.MAX_SAFE_INTEGER, name: 'Ada "the" {first}, \\ NULL', order: 1, score: 2, empty: null },
    { key: -1, name: null, order: null, score: 0.1, empty: null },
    { key: 2 ** 32 + 5, name: `Zoë 🎉 ${'é'.repeat(5000)}`, order: -7, score: null, empty: null },
    { key: 0, name: '', order: 0, score: -1e-300, empty: null },
  ]
  await connection.transaction(async (tx) => {
    await execute(tx.db, TABLE)
    tx.save({ insert: facts(rows.slice(0, 1)) })
    tx.save({ insert: facts(rows.slice(1)) })
  })
  assert.deepEqual(await execute(connection.reads, 'select * from facts order by name nulls first'), [
    ...[1, 3, 0, 2].map((index) => rows[index]),
  ])
  await connection.transaction(async (tx) => {
    tx.save({
      update: facts([
        { key: -1, empty: 5, score: 1.5 },
        { key: 0, empty: null, score: null },
      ]) as Rows['update'],
    })
  })
  assert.deepEqual(
    await execute(connection.reads, 'select key, empty, score from facts where key in (-1, 0) order by key'),
    [
      { key: -1, empty: 5, score: 1.5 },
      { key: 0, empty: null, score: null },
    ],
  )
})

test('commits nothing of a transaction whose rows are refused, and says why', async () => {
  await using connection = await opened(await postgres.createDatabase())
  await connection.transaction(({ db }) => execute(db, TABLE))
  const save = (rows: readonly (readonly object[])[]) =>
    connection.transaction(async (tx) => {
      for (const some of rows) tx.save({ insert: facts(some) })
    })
  await assert.rejects(save([[{ key: 1 }], [{ key: 2 }, { key: 2 }], [{ key: 3 }]]), (error: unknown) => {
    assert.ok(error instanceof Contended)
    assert.match(String(error.cause), /duplicate key/)
    return true
  })
  await assert.rejects(save([[{ key: 1, missing: 1 }]]), /column "missing"/)
  const failing = connection.transaction(async (tx) => {
    tx.save({ insert: facts([{ key: 1 }]) })
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  await save([[{ key: 4 }]])
  assert.deepEqual(await execute(connection.reads, 'select key from facts'), [{ key: 4 }])
})

test('finds rows by lists of texts of all lengths', async () => {
  await using connection = await opened(await postgres.createDatabase())
  const found = await connection.transaction(async ({ db }) => {
    await execute(db, `${TABLE}; insert into facts (key, name) values (1, 'a'), (2, 'b"'), (3, 'c')`)
    const find = async (names: string[]) =>
      (
        await (db as unknown as Kysely<{ facts: { key: number; name: string } }>)
          .selectFrom('facts')
          .select('key')
          .where('name', 'in', names)
          .orderBy('key')
          .execute()
      ).map(({ key }) => key)
    return [await find(['b"']), await find(['c', 'b"', 'x', 'c'])]
  })
  assert.deepEqual(found, [[2], [2, 3]])
})

test('keeps the plans of its statements, and none through a pooler', async () => {
  const url = await postgres.createDatabase()
  await using pooler = await startPostgresProxy(url, 'pooler')
  for (const [address, keeps] of [
    [url, true],
    [pooler.url, false],
  ] as const) {
    await using connection = await opened(address)
    // A connection is known to lead to the server itself after its first transaction.
    for (let n = 0; n < 3; n++) {
      await connection.transaction(async (tx) => {
        await execute(tx.db, 'create table if not exists facts (key bigint)')
        tx.save({ insert: facts([{ key: n }]) })
      })
    }
    const kept = await connection.transaction(({ db }) =>
      execute(db, 'select name from pg_prepared_statements'),
    )
    assert.equal(kept.length > 0, keeps, address)
  }
})

test('plans again after a migration by a newer node has changed the columns of a kept statement', async () => {
  const url = await postgres.createDatabase()
  await using connection = await opened(url)
  await using other = await opened(url)
  await other.transaction(({ db }) => execute(db, TABLE))
  const find = () =>
    connection.transaction(({ db }) =>
      (db as unknown as Kysely<{ facts: { name: string } }>)
        .selectFrom('facts')
        .selectAll()
        .where('name', 'in', ['a', 'b'])
        .execute(),
    )
  for (let n = 0; n < 3; n++) await find()
  await other.transaction(({ db }) => execute(db, 'alter table facts add column more text'))
  await assert.rejects(find(), Contended)
  assert.deepEqual(await find(), [])
})
