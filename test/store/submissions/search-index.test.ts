import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { DAY, HOUR, later } from '../../../src/domain/time.ts'
import { connectPostgres } from '../../../src/store/dialects/postgres/connect.ts'
import { createPostgresSearch } from '../../../src/store/dialects/postgres/search.ts'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import { migrate } from '../../../src/store/engine/migrate.ts'
import { type QueryTerm, toEndpointTag } from '../../../src/store/engine/search-index.ts'
import { keyAt } from '../../../src/store/engine/sequence.ts'
import { indexNextBatch } from '../../../src/store/submissions/search/index-submissions.ts'
import { MIN_KEYS_TO_INDEX } from '../../../src/store/submissions/search/search-indexer.ts'
import { queryTerms } from '../../../src/store/submissions/search/term-selectivity.ts'
import { aboutPostgres, aboutTheFile } from '../../support/postgres/test-database.ts'
import { until } from '../../support/service/until.ts'
import { claimedBy, createFilter, receive } from '../../support/stores/owned-inbox.ts'
import { feedAll, findAll } from '../../support/stores/search-index.ts'
import { NOW, PATIENT, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace, createDatabase } = storePlaces()
const MIGRATION = { now: NOW, hmacSecret: 'mark' }
/** In the middle of others, so that its entry alone is not worth a merge. */
const GONE = 100
const HELLO = [{ name: 'message', value: 'hello' }]
const open = (word: string): QueryTerm => ({ word, ends: 'open' })

test('no endpoint tag is a prefix of another', () => {
  const tags = [0, 1, 35, 36, 2 ** 40, 36 ** 9, Number.MAX_SAFE_INTEGER].map(toEndpointTag)
  assert.equal(new Set(tags).size, tags.length)
  for (const tag of tags) assert.match(tag, /^[0-9a-z]{11}$/)
})

test('looks up the longest words of a query, as whole words or prefixes', () => {
  const any = { kind: 'any' } as const
  const terms = [
    { words: ['ada', 'love'], ends: 'open', within: any },
    { words: ['engines'], ends: 'whole', within: any },
    { words: ['ada'], ends: 'open', within: any },
  ] as const
  assert.deepEqual(queryTerms(terms), [
    { word: 'engines', ends: 'whole' },
    { word: 'love', ends: 'open' },
    { word: 'ada', ends: 'whole' },
  ])
  const many = Array.from({ length: 40 }, (_, n) => 'x'.repeat(n + 1))
  const longest = queryTerms([{ words: many, ends: 'open', within: any }])
  assert.deepEqual(
    longest.map(({ word }) => word.length),
    [40, 39, 38, 37, 36, 35],
  )
})

for (const place of names) {
  describe(`the index of words on ${place}`, () => {
    test('finds the submissions of an endpoint and none of another', async () => {
      const at = await places[place]()
      const connection = await at.connect()
      await migrate(connection, MIGRATION)
      const entry = (key: number, endpoint: number, words: string) => ({
        key,
        words: words
          .split(' ')
          .map((word) => toEndpointTag(endpoint) + word)
          .join(' '),
      })
      await connection.transaction(({ db }) =>
        connection.search.add(db, [
          entry(16, 1, 'hello there'),
          entry(32, 36, 'hello 1hello'),
          entry(48, 1, 'hello you'),
          entry(64, 37, 'help grüße'),
        ]),
      )
      const ask = (
        endpointKeys: number[],
        words: QueryTerm[],
        range: { above?: number; upTo?: number; limit?: number } = {},
      ) =>
        connection.search.ask(connection.reads, {
          endpointKeys,
          words,
          above: 0,
          upTo: 99,
          limit: 9,
          ...range,
        })
      assert.deepEqual(await ask([1], [open('hel')]), [48, 16])
      assert.deepEqual(await ask([1], [open('hel'), open('y')]), [48])
      assert.deepEqual(await ask([1], [{ word: 'hel', ends: 'whole' }]), [])
      assert.deepEqual(await ask([1, 37], [open('hel')]), [64, 48, 16])
      assert.deepEqual(await ask([37], [open('grüß')]), [64])
      assert.deepEqual(await ask([2], [open('h')]), [])
      assert.deepEqual(await ask([1], [open('hel')], { above: 16 }), [48])
      assert.deepEqual(await ask([1], [open('hel')], { upTo: 47 }), [16])
      assert.deepEqual(await ask([1, 36, 37], [open('hel')], { limit: 2 }), [64, 48])
      await connection.close()
      await at.close()
    })

    test('indexes large and many submissions once each, in short transactions', async () => {
      const at = await places[place]()
      const store = await openPlace(at)
      const connection = await at.connect()
      const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
      const large = { name: 'message', value: `${'x'.repeat(60_000)} whale` }
      const keys: number[] = []
      for (let n = 0; n < 70; n += 1) {
        const isLarge = n % 30 === 0
        keys.push(
          await receive(store, id, { fields: isLarge ? [large, { name: 'more', value: 'whale' }] : HELLO }),
        )
      }
      const upTo = keys.at(-2) ?? 0
      const take = () =>
        connection.transaction(({ db }) => indexNextBatch(db, connection.search, Number.MAX_SAFE_INTEGER))
      assert.equal(await connection.transaction(({ db }) => indexNextBatch(db, connection.search, 0)), 'done')
      let turns = 0
      while ((await take()) === 'some') turns += 1
      assert.ok(turns >= 4 && turns <= 9, `in ${turns} turns`)
      assert.ok((await getUpTo(connection)) > upTo)
      const found = await findAll(store, createFilter(accountKey), 'whale')
      assert.deepEqual(found, keys.filter((_, n) => n % 30 === 0).reverse())
      await store.close()
      await connection.close()
      await at.close()
    })
  })
}

test('indexes many new submissions in an SQLite file in the background', { skip: aboutTheFile }, async () => {
  const at = await places.SQLite()
  const store = await openPlace(at)
  const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
  const connection = await at.connect()
  for (const crowd of [1, 2]) {
    for (let n = 0; n < 2; n += 1) {
      await Promise.all(
        Array.from({ length: MIN_KEYS_TO_INDEX }, () => receive(store, id, { fields: HELLO })),
      )
    }
    const [newest = 0, ...older] = await findAll(store, createFilter(accountKey), 'hello')
    assert.equal(older.length + 1, 2 * crowd * MIN_KEYS_TO_INDEX)
    await until(async () => (await getUpTo(connection)) >= newest)
  }
  await connection.close()
  await store.close()
  await at.close()
})

test('removes the words of deleted submissions from an SQLite file within a day', {
  skip: aboutTheFile,
}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formslot-search-'))
  const file = path.join(folder, 'formslot.db')
  const connection = connectSqlite(file)
  await migrate(connection, MIGRATION)
  const send = (from: number, count: number) =>
    connection.transaction(async ({ save }) =>
      save({
        insert: {
          submissions: Array.from({ length: count }, (_, n) => ({
            key: 16 * (from + n),
            endpoint_key: 1,
            received_at: 0,
            fields: `[["message","${from + n === GONE ? 'qzebra' : `word${from + n}`}"]]`,
          })),
        },
      }),
    )
  const holds = (text: string) => {
    const database = new DatabaseSync(file, { readOnly: true })
    const row = database
      .prepare('select count(*) as count from search_words_data where instr(block, cast(? as blob)) > 0')
      .get(text)
    database.close()
    return Number(row?.count) > 0
  }
  await send(1, 200)
  await feedAll(connection)
  await connection.transaction(({ db }) =>
    db
      .deleteFrom('submissions')
      .where('key', '=', 16 * GONE)
      .execute(),
  )
  const maintain = (span: number) =>
    connection.transaction(({ db }) => connection.maintain(db, { now: later(NOW, span) }))
  const tidyUntilDone = async () => {
    const { tidy } = connection.search
    while (tidy && (await connection.transaction(({ db }) => tidy(db)))) assert.ok(tidy)
  }
  await maintain(20 * HOUR - 1)
  await tidyUntilDone()
  assert.ok(holds('qzebra'), 'only marked as gone')
  await maintain(20 * HOUR)
  await tidyUntilDone()
  assert.ok(!holds('qzebra'))
  assert.ok(holds('word'))
  await connection.close()
  rmSync(folder, { recursive: true })
})

test('PostgreSQL searches the index entries of one endpoint only', { skip: aboutPostgres }, async () => {
  const url = await createDatabase()
  const connection = await connectPostgres(url, PATIENT)
  await migrate(connection, MIGRATION)
  const client = new Client({ connectionString: url })
  await client.connect()
  // Most belong to one endpoint and share a word: a page of another endpoint still scans none of them.
  await client.query(
    `insert into search_entries (key, words)
     select 16 * n, array_to_tsvector(array[$1 || 'hello', $1 || 'word' || n]) from generate_series(1, 20000) as n`,
    [toEndpointTag(1)],
  )
  await client.query(
    `insert into search_entries (key, words) values (8, array_to_tsvector(array[$1 || 'hello']))`,
    [toEndpointTag(2)],
  )
  await client.query('analyze search_entries')
  const before = await rowsRead(client)
  for (let n = 0; n < 10; n += 1) {
    const [key] = await connection.search.ask(connection.reads, {
      endpointKeys: [2],
      words: [open('hel')],
      above: 0,
      upTo: Number.MAX_SAFE_INTEGER,
      limit: 50,
    })
    assert.equal(key, 8)
  }
  await connection.close()
  await until(async () => (await rowsRead(client)).byIndex > before.byIndex)
  assert.equal((await rowsRead(client)).oneByOne, before.oneByOne)
  // One each, and a few that the planner looks at for the ends of the index.
  assert.ok((await rowsRead(client)).byIndex - before.byIndex < 1000)
  await client.end()
})

test('PostgreSQL stops at the weeks that have enough matches', { skip: aboutPostgres }, async () => {
  const url = await createDatabase()
  const connection = await connectPostgres(url, PATIENT)
  await migrate(connection, MIGRATION)
  const weeksAgo = (weeks: number) => later(NOW, -7 * weeks * DAY)
  const client = new Client({ connectionString: url })
  await client.connect()
  const send = (weeks: number, count: number) =>
    client.query(
      `insert into search_entries (key, words)
       select $1::bigint + n, array_to_tsvector(array[$2 || 'hello']) from generate_series(1, $3) as n`,
      [keyAt(weeksAgo(weeks)), toEndpointTag(1), count],
    )
  for (const weeks of [30, 9, 1]) {
    await connection.transaction(({ db }) => connection.maintain(db, { now: weeksAgo(weeks) }))
    await send(weeks, weeks === 1 ? 60 : 3000)
  }
  // Around the end of what is looked at second: keys count the weeks from the first day of 2026.
  const edge = 40 * keyAt(new Date('2026-01-08'))
  for (const key of [edge - 1, edge]) {
    await client.query('insert into search_entries values ($1, array_to_tsvector(array[$2]))', [
      key,
      `${toEndpointTag(1)}hello`,
    ])
  }
  await client.query('analyze search_entries')
  const ask = (limit: number) =>
    connection.search.ask(connection.reads, {
      endpointKeys: [1],
      words: [open('hello')],
      above: 0,
      upTo: keyAt(NOW),
      limit,
    })
  const before = await rowsRead(client)
  assert.equal((await ask(50)).length, 50)
  const some = await ask(70)
  assert.deepEqual(
    some,
    some.toSorted((one, other) => other - one),
  )
  assert.deepEqual(some.slice(58, 64), [
    ...[2, 1].map((n) => keyAt(weeksAgo(1)) + n),
    ...[edge, edge - 1],
    ...[3000, 2999].map((n) => keyAt(weeksAgo(9)) + n),
  ])
  await connection.close()
  await until(async () => (await rowsRead(client)).byIndex > before.byIndex)
  assert.ok((await rowsRead(client)).byIndex - before.byIndex < 4000, 'thirty weeks ago was looked at')
  await client.end()

  const again = await connectPostgres(url, PATIENT)
  const all = await again.search.ask(again.reads, {
    endpointKeys: [1],
    words: [open('hello')],
    above: keyAt(weeksAgo(30)) + 10,
    upTo: keyAt(NOW),
    limit: 9999,
  })
  assert.equal(all.length, 6062 - 10)
  assert.equal(new Set(all).size, all.length)
  await again.close()
})

test('PostgreSQL keeps no entry of a submission that is deleted while it is indexed', {
  skip: aboutPostgres,
}, async () => {
  const at = await places.PostgreSQL()
  const store = await openPlace(at)
  const connection = await at.connect()
  const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
  const first = await receive(store, id, { fields: HELLO })
  const second = await receive(store, id, { fields: HELLO })
  let deleting: Promise<unknown> = Promise.resolve()
  await connection.transaction(async ({ db }) => {
    await indexNextBatch(db, connection.search, Number.MAX_SAFE_INTEGER)
    deleting = store.inbox.delete({ accountKey, keys: [first] })
    await until(async () => (await waitingFor(connection)) > 0)
  })
  await deleting
  const { rows } = await keysIn(connection)
  assert.deepEqual(rows, [second])
  await store.close()
  await connection.close()
  await at.close()
})

test('PostgreSQL settles a key only when no earlier key can appear', { skip: aboutPostgres }, async () => {
  const at = await places.PostgreSQL()
  const store = await openPlace(at)
  const connection = await at.connect()
  const { id } = await claimedBy(store, 'ada@lovelace.dev')
  const key = await receive(store, id)
  const { reads } = connection
  const index = createPostgresSearch({ settlingMs: 0, oldestSeconds: 0 })
  assert.equal(await index.settledKey(reads), 0)
  let settled = 0
  await connection.transaction(async ({ db }) => {
    await db.selectFrom('key_reservation').select('next').execute()
    settled = await index.settledKey(reads)
  })
  assert.equal(settled, 0, 'one is under way that may hold a smaller key')
  assert.ok((await index.settledKey(reads)) > key)
  const patient = createPostgresSearch({ settlingMs: 60_000, oldestSeconds: 0 })
  for (let n = 0; n < 3; n += 1) assert.equal(await patient.settledKey(reads), 0)
  await store.close()
  await connection.close()
  await at.close()
})

test('on PostgreSQL one node indexes at a time, and the others do not wait', {
  skip: aboutPostgres,
}, async () => {
  const at = await places.PostgreSQL()
  const store = await openPlace(at)
  const [one, other] = [await at.connect(), await at.connect()]
  const { id } = await claimedBy(store, 'ada@lovelace.dev')
  await receive(store, id, { fields: HELLO })
  const take = ({ transaction, search }: Connection, meanwhile: () => Promise<unknown>) =>
    transaction(async ({ db }) => {
      const fed = await indexNextBatch(db, search, Number.MAX_SAFE_INTEGER)
      await meanwhile()
      return fed
    })
  const fed = await take(one, async () => assert.equal(await take(other, async () => {}), 'done'))
  assert.equal(fed, 'some')
  for (const part of [store, one, other, at]) await part.close()
})

async function getUpTo({ reads }: Connection): Promise<number> {
  const row = await reads.selectFrom('search_progress').select('indexed_up_to').executeTakeFirstOrThrow()
  return row.indexed_up_to
}

async function waitingFor({ reads }: Connection): Promise<number> {
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(reads)
  return rows.length
}

async function keysIn({ reads }: Connection): Promise<{ rows: number[] }> {
  const { rows } = await sql<{ key: number }>`select key from search_entries order by key`.execute(reads)
  return { rows: rows.map((row) => row.key) }
}

/** Rows of entries that the server read: one after the other, and through an index. */
async function rowsRead(client: Client): Promise<{ oneByOne: number; byIndex: number }> {
  const { rows } = await client.query(
    `select sum(seq_tup_read) as one_by_one, sum(idx_tup_fetch) as by_index from pg_stat_user_tables
     where relname like 'search_entries%'`,
  )
  return { oneByOne: Number(rows[0].one_by_one), byIndex: Number(rows[0].by_index) }
}
