import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { DurabilityLost } from '../../../src/store/contract/errors.ts'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { DatabaseUnusable, type Rows } from '../../../src/store/engine/connection.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres/postgres.ts'
import { PATIENT } from '../../support/stores/stores.ts'

let postgres: TestPostgres
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres[Symbol.asyncDispose]())

async function set(setting: string, value: 'on' | 'off'): Promise<void> {
  await postgres.query(`alter system set ${setting} = ${value}`)
  await postgres.query('select pg_reload_conf()')
  // The reload reaches each process of the server a moment later.
  for (;;) {
    const [row] = await postgres.query(`show ${setting}`)
    if (row?.[setting] === value) return
  }
}

test('flushes every commit, whatever synchronous_commit is set to before the start or later', async () => {
  const url = await postgres.createDatabase()
  const name = new URL(url).pathname.slice(1)
  for (const when of ['before', 'later'] as const) {
    const off = () => postgres.query(`alter database ${name} set synchronous_commit to off`)
    if (when === 'before') await off()
    await using connection = await opened(url)
    if (when === 'later') await off()
    const seen = await connection.transaction(async ({ db }) => {
      const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
      return rows[0]?.synchronous_commit
    })
    assert.equal(seen, 'on', when)
    await postgres.query(`alter database ${name} reset synchronous_commit`)
  }
})

for (const setting of ['fsync', 'full_page_writes'] as const) {
  test(`refuses to start with ${setting} = off, and says what to set`, async () => {
    const url = await postgres.createDatabase()
    await set(setting, 'off')
    await assert.rejects(connectPostgres(url, PATIENT), (error: unknown) => {
      assert.ok(error instanceof DatabaseUnusable)
      assert.match(error.message, new RegExp(`${setting} is off.*alter system set ${setting} = on`, 's'))
      return true
    })
    await set(setting, 'on')
    await using _connection = await opened(url)
  })

  test(`commits nothing from the moment ${setting} is turned off while the service runs`, async () => {
    const url = await postgres.createDatabase()
    await using connection = await opened(url)
    const write = () => connection.transaction(({ db }) => sql`insert into facts values (1)`.execute(db))
    // Waits for no answer before its commit.
    const save = () =>
      connection.transaction(async (tx) => {
        tx.save({ insert: { facts: [{ fact: 2 }] } as Rows['insert'] })
      })
    await connection.transaction(({ db }) => sql`create table facts (fact integer)`.execute(db))
    await write()
    await set(setting, 'off')
    for (const refused of [write, save]) {
      await assert.rejects(refused(), (error: unknown) => {
        assert.ok(error instanceof DurabilityLost)
        assert.match(error.message, new RegExp(setting))
        return true
      })
    }
    await set(setting, 'on')
    const { rows } = await sql`select fact from facts`.execute(connection.reads)
    assert.equal(rows.length, 1)
  })
}

test('accepts a server that does not flush only if it says itself that its data may be lost', async () => {
  await using throwaway = await startPostgres(['fsync=off', 'formslot.data_may_be_lost=on'])
  await using _connection = await opened(throwaway.url)
})

async function opened(url: string) {
  const connection = await connectPostgres(url, PATIENT)
  return { ...connection, [Symbol.asyncDispose]: connection.close }
}
