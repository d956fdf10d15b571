import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Field } from '../../../src/domain/submissions/fields.ts'
import { getSearchedValues, matchesTerm } from '../../../src/domain/submissions/search.ts'
import { readSearchQuery } from '../../../src/domain/submissions/search-query.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import type { Store } from '../../../src/store/store.ts'
import { claimedBy, createFilter, receive } from '../../support/stores/owned-inbox.ts'
import { feedAll, findAll } from '../../support/stores/search-index.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace } = storePlaces()
const ADA = 'ada@lovelace.dev'
const BO = 'bo@builds.dev'
/** Old ones, to endpoints that were sent their newest at very different times. */
const RARE = [0, 70, 149]

const field = (name: string, value: string): Field => ({ name, value })
const SENT: readonly Field[][] = [
  [field('name', 'Ada Lovelace'), field('message', 'Hello there, what do engines cost?')],
  [field('email', 'charles@babbage.org'), field('message', 'There is no engine. Hello!')],
  [field('company', 'Crème & Söhne'), field('message', '東京タワー at 10:30')],
  [field('name', 'Bo'), field('message', 'engine engine engineering'), field('plan', 'pro')],
  [{ name: 'list', value: ['one', { two: 'three', four: 5 }] }],
  [field('message', '')],
]
/** Queries, with the submissions that they find. */
const QUERIES: readonly [query: string, found: readonly number[]][] = [
  ['engine', [0, 1, 3]],
  ['engine hello', [0, 1]],
  ['"hello there"', [0]],
  ['"there hello"', []],
  ['"hello the"', []],
  ['"hello the', [0]],
  ['engineer', [3]],
  ['gine', []],
  ['creme sohne', [2]],
  ['CRÈME', [2]],
  ['京', [2]],
  ['東京タ', [2]],
  ['京東', []],
  ['from:charles', [1]],
  ['from:engine', []],
  ['name:bo', [3]],
  ['plan:pro', [3]],
  ['message:pro', []],
  ['three 5', [4]],
  ['two', []],
  ['message', []],
  ['charles@babbage.org', [1]],
  ['nothing like it', []],
  // Texts that the databases would interpret as operators.
  ['engine OR nothing', []],
  ['engine*', [0, 1, 3]],
  ['engine NOT hello', []],
  ['words : engine', []],
  ['^hello', [0, 1]],
  ['NEAR(engine hello)', []],
  ['engine | hello', [0, 1]],
  ['engine & !hello', [0, 1]],
  ['engine:* <-> hello', [0, 1]],
  [`engine' | 'hello`, [0, 1]],
  ['engine" OR "hello', []],
  ['engine\\', [0, 1, 3]],
  ['engine\0hello', [1]],
  ['engine) OR (hello', [1]],
  ['%', []],
  [`${'engine '.repeat(285)}`, [0, 1, 3]],
  [Array.from({ length: 500 }, (_, n) => `w${n}`).join(' '), []],
]

/** A store on a fresh database, and a connection of its own that feeds the index. */
async function withIndex(
  place: (typeof names)[number],
  work: (store: Store, connection: Connection) => Promise<void>,
): Promise<void> {
  const at = await places[place]()
  const store = await openPlace(at)
  const connection = await at.connect()
  try {
    await work(store, connection)
  } finally {
    await store.close()
    await connection.close()
    await at.close()
  }
}

for (const place of names) {
  describe(`search on ${place}`, () => {
    test('a query finds the same submissions with a full, partial or empty index', () =>
      withIndex(place, async (store, connection) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const bo = await claimedBy(store, BO)
        const keys: number[] = []
        const send = async (fields: Field[]) => {
          keys.push(await receive(store, id, { fields }))
          await receive(store, bo.id, { fields })
        }
        const expectAll = async (when: string) => {
          for (const [query, found] of QUERIES) {
            const { terms, findsNothing } = readSearchQuery(query)
            const expected = found.map((index) => keys[index]).filter((key) => key !== undefined)
            if (terms.length === 0) assert.ok(findsNothing)
            else
              assert.deepEqual(
                await findAll(store, createFilter(accountKey), query),
                expected.reverse(),
                `${query} ${when}`,
              )
          }
        }
        for (const fields of SENT.slice(0, 3)) await send(fields)
        await expectAll('unindexed')
        assert.ok((await feedAll(connection)) > 0)
        await expectAll('indexed')
        for (const fields of SENT.slice(3)) await send(fields)
        await expectAll('half indexed')
        await feedAll(connection)
        await expectAll('all indexed')
      }))

    test('searches many submissions in steps and misses none', () =>
      withIndex(place, async (store, connection) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const keys: number[] = []
        for (let at = 0; at < 2600; at += 200) {
          const sent = Array.from({ length: 200 }, (_, n) =>
            receive(store, id, { fields: [field('message', getMessage(at + n))] }),
          )
          keys.push(...(await Promise.all(sent)))
        }
        const found = (is: (n: number) => boolean) => keys.filter((_, n) => is(n)).reverse()
        const expectAll = async () => {
          const filter = createFilter(accountKey)
          assert.deepEqual(
            await findAll(store, filter, 'common'),
            found(() => true),
          )
          assert.deepEqual(
            await findAll(store, filter, 'often', 20),
            found((n) => n % 7 === 0),
          )
          for (const query of ['rare', 'rar', '"rare"']) {
            assert.deepEqual(
              await findAll(store, filter, query),
              found((n) => n % 1300 === 5),
            )
          }
          assert.deepEqual(
            await findAll(store, filter, 'old'),
            found((n) => n < 100),
          )
          // Its words are everywhere, it is not: what the index names is looked at, in more than one search.
          assert.deepEqual(
            await findAll(store, filter, '"common word rare"'),
            found((n) => n % 1300 === 5),
          )
          assert.deepEqual(await findAll(store, filter, '"word common"'), [])
        }
        await expectAll()
        await feedAll(connection)
        await expectAll()
        const first = await store.inbox.listKeys({
          ...createFilter(accountKey),
          terms: readSearchQuery('"word common"').terms,
          limit: 50,
          olderThan: null,
        })
        assert.deepEqual(first.keys, [])
        assert.ok(
          first.next !== null && first.next > (keys[0] ?? 0),
          'one search does not look at everything',
        )
      }))

    test('restricts a search to folder, endpoint, dates and read state', () =>
      withIndex(place, async (store, connection) => {
        const ada = await claimedBy(store, ADA)
        const other = await claimedBy(store, ADA)
        const bo = await claimedBy(store, BO)
        const { accountKey } = ada
        const fields = [field('message', 'hello')]
        const [inbox = 0, moved = 0, read = 0] = [
          await receive(store, ada.id, { fields }),
          await receive(store, ada.id, { fields }),
          await receive(store, ada.id, { fields }),
        ]
        const spam = await receive(store, ada.id, { fields, spam: true })
        const elsewhere = await receive(store, other.id, { fields })
        await receive(store, bo.id, { fields })
        const change = { accountKey, now: NOW, deliveriesFor: () => [] }
        await store.inbox.mark({ ...change, keys: [moved], mark: { kind: 'folder', folder: 'archive' } })
        await store.inbox.mark({ ...change, keys: [read], mark: { kind: 'read' } })
        const expectAll = async () => {
          const find = (narrower: Parameters<typeof createFilter>[1]) =>
            findAll(store, createFilter(accountKey, narrower), 'hello')
          assert.deepEqual(await find({}), [elsewhere, read, inbox])
          assert.deepEqual(await find({ endpointId: ada.id }), [read, inbox])
          assert.deepEqual(await find({ endpointId: bo.id }), [])
          assert.deepEqual(await find({ folders: ['spam'] }), [spam])
          assert.deepEqual(await find({ folders: ['archive', 'spam'] }), [spam, moved])
          assert.deepEqual(await find({ folders: [] }), [])
          assert.deepEqual(await find({ unread: false }), [read])
          assert.deepEqual(await find({ unread: true }), [elsewhere, inbox])
          assert.deepEqual(await find({ before: NOW }), [])
          assert.deepEqual(await find({ after: NOW }), [elsewhere, read, inbox])
        }
        await expectAll()
        await feedAll(connection)
        await expectAll()
        // After so many others they are found by the index.
        for (let n = 0; n < 120; n += 1) await receive(store, ada.id, { fields: [field('message', 'no')] })
        await feedAll(connection)
        await expectAll()
      }))

    test('no longer finds deleted submissions, and removes them from the index', () =>
      withIndex(place, async (store, connection) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const fields = [field('message', 'hello')]
        const keys: number[] = []
        for (let n = 0; n < 4; n += 1) keys.push(await receive(store, id, { fields }))
        await feedAll(connection)
        assert.equal(await entriesIn(connection), 4)
        const [gone = 0, ...kept] = keys
        await store.inbox.delete({ accountKey, keys: [gone] })
        assert.deepEqual(await findAll(store, createFilter(accountKey), 'hello'), kept.toReversed())
        assert.equal(await entriesIn(connection), 3)
        await store.change({
          endpointId: id,
          now: NOW,
          idempotencyKey: null,
          decide: () => ({ answer: null, remember: false, consequences: [{ kind: 'purge' }] }),
        })
        assert.deepEqual(await findAll(store, createFilter(accountKey), 'hello'), [])
        assert.equal(await entriesIn(connection), 0)
      }))

    test('searches all endpoints of an account with many', () =>
      withIndex(place, async (store, connection) => {
        const keys: number[] = []
        let accountKey = 0
        const ids: string[] = []
        for (let n = 0; n < 150; n += 1) {
          const owned = await claimedBy(store, ADA)
          accountKey = owned.accountKey
          ids.push(owned.id)
        }
        for (const [n, id] of [...ids, ...ids.toReversed()].entries()) {
          const fields = [field('message', RARE.includes(n) ? 'hello engine' : 'hello')]
          const key = await receive(store, id, { fields })
          if (RARE.includes(n)) keys.unshift(key)
        }
        for (const indexed of [false, true]) {
          if (indexed) await feedAll(connection)
          assert.deepEqual(await findAll(store, createFilter(accountKey), 'engine', 2), keys)
          assert.deepEqual(await findAll(store, createFilter(accountKey), 'engines'), [])
        }
      }))

    test('finds by the index the same submissions as a scan, for random texts and queries', () =>
      withIndex(place, async (store, connection) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const emails = fc.constantFrom(
          'a',
          'b',
          'ab',
          'é',
          'ß',
          '京',
          '\u0301',
          'ﷺ',
          '🙂',
          ' ',
          '-',
          "'",
          '"',
          ':',
          '\0',
          '1',
        )
        const text = fc.array(emails, { maxLength: 12 }).map((parts) => parts.join(''))
        const sent: { key: number; fields: Field[] }[] = []
        for (const values of fc.sample(fc.array(text, { minLength: 1, maxLength: 3 }), 150)) {
          const fields = values.map((value, n) => field(n === 0 ? 'name' : 'message', value))
          sent.unshift({ key: await receive(store, id, { fields }), fields })
        }
        await feedAll(connection)
        for (const query of fc.sample(text, 150)) {
          const { terms } = readSearchQuery(query)
          if (terms.length === 0) continue
          const expected = sent.filter(({ fields }) => {
            const values = getSearchedValues(fields)
            return terms.every((term) => matchesTerm(term, values))
          })
          const found = await findAll(store, createFilter(accountKey), query, 5)
          assert.deepEqual(
            found,
            expected.map((one) => one.key),
            JSON.stringify({ query, sent }),
          )
        }
      }))
  })
}

function getMessage(n: number): string {
  const parts = ['common word']
  if (n % 1300 === 5) parts.push('rare')
  if (n % 7 === 0) parts.push('often')
  if (n < 100) parts.push('old')
  return parts.join(' ')
}

async function entriesIn({ reads, dialect }: Connection): Promise<number> {
  const table = dialect === 'sqlite' ? 'search_words_docsize' : 'search_entries'
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    reads,
  )
  return rows[0]?.count ?? Number.NaN
}
