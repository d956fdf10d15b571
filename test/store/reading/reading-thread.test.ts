import assert from 'node:assert/strict'
import { mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { FOLDERS } from '../../../src/domain/submissions/folder.ts'
import type { SearchTerm } from '../../../src/domain/submissions/search.ts'
import { toHour } from '../../../src/domain/telemetry/event.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import { DurabilityLost, StoreBroken, StoreUnavailable } from '../../../src/store/contract/errors.ts'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import type { Connection } from '../../../src/store/engine/connection.ts'
import type { ReadName, RequestOf } from '../../../src/store/reading/named-reads.ts'
import { fromFault, openReader, type Reader } from '../../../src/store/reading/reader.ts'
import { toFault } from '../../../src/store/reading/reading-thread.ts'
import type { Store } from '../../../src/store/store.ts'
import { claimedBy, createFilter, receive } from '../../support/stores/owned-inbox.ts'
import { ALL_EVENTS, createTelemetry, event, send } from '../../support/stores/stored-events.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { openPlace } = storePlaces()
const HELLO: SearchTerm = { words: ['hello'], ends: 'whole', within: { kind: 'any' } }
/** A count for which the thread has not enough memory. */
const TOO_LARGE = {
  endpoints: Array.from({ length: 5000 }, (_, key) => ({ key, newestKey: 0 })),
  today: NOW,
  days: 20_000,
}
/** Days that take seconds to count. */
const MANY_DAYS = 2_000_000
const COUNT = { endpoints: [], today: NOW } as const

/** A file with a store on it, a connection of this thread, and a reader with the real thread. */
async function openAll(options: { limitMs?: number } = {}) {
  await using opening = new AsyncDisposableStack()
  const folder = opening.use(await mkdtempDisposable(path.join(tmpdir(), 'formslot-reading-')))
  const file = path.join(folder.path, 'formslot.db')
  const place = { connect: async () => connectSqlite(file), async close() {} }
  const store = opening.adopt(await openPlace(place), (one) => one.close())
  const connection = opening.adopt(connectSqlite(file), (one) => one.close())
  const faults: unknown[] = []
  const onFault = (error: unknown) => faults.push(error)
  const reader = opening.adopt(openReader({ connection, onFault, ...options }), (one) => one.close())
  const parts = opening.move()
  return { file, store, connection, reader, faults, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

/** Fills the inbox with every state of a submission that a page shows. */
async function fill(store: Store) {
  const ada = await claimedBy(store, 'ada@lovelace.dev', { name: 'Contact' })
  await claimedBy(store, 'ada@lovelace.dev')
  const { accountKey } = ada
  const fields = [
    { name: '__proto__', value: { __proto__: 1, 'a\ud800': [true, null, 1.5] } },
    { name: 'message', value: 'Hello – Grüße 👋' },
  ]
  const keys: number[] = []
  for (let n = 0; n < 12; n += 1) {
    const now = later(NOW, -n * MINUTE)
    keys.push(await receive(store, ada.id, { now, spam: n % 5 === 0, email: n % 2 === 0, fields }))
  }
  const [, read = 0, trashed = 0, withdrawn = 0, answered = 0] = keys
  const mark = { accountKey, now: NOW, deliveriesFor: () => [] }
  await store.inbox.mark({ ...mark, keys: [read], mark: { kind: 'read' } })
  await store.inbox.mark({ ...mark, keys: [trashed], mark: { kind: 'folder', folder: 'trash' } })
  assert.equal(await store.receipts.withdraw({ submissionKey: withdrawn, now: NOW }), 'withdrawn')
  await store.receipts.answer({
    accountKey,
    submissionKey: answered,
    text: 'Thank you',
    audit: { by: null },
    now: NOW,
    refuse: () => null,
  })
  const rows = [{ text: '[["message","hello"]]', sentAt: later(NOW, -MINUTE), hash: 'one' }]
  await store.inbox.import({ ...ada, endpointId: ada.id, rows, maxStored: 9, audit: null, now: NOW })
  return { ...ada, keys }
}

const readHere = (connection: Connection): Reader =>
  openReader({ connection: { ...connection, file: null }, onFault: assert.fail })

test('every read has the same result in the thread as over the connection of the service', async () => {
  await using all = await openAll()
  const { id: endpointId, accountKey, keys } = await fill(all.store)
  const endpoints = (
    await all.store.owned.list({ accountKey, kind: 'form', state: null, before: null, limit: 9 })
  ).map(({ key, newestKey }) => ({ key, newestKey }))
  const telemetryId = await createTelemetry(all.store)
  const props = [
    ['plan', 'pro'],
    ['seats', 5],
  ] as const
  await send(all.store, telemetryId, [
    event('a', { url: 'https://ada.dev/x', referrer: 'https://bo.dev/', user: 'u' }),
    event('b', { props: props.map(([name, value]) => [name, value]) }),
    event('b'),
    event('c'),
  ])
  const span = { since: toHour(NOW) - 24, until: toHour(NOW) + 1 }
  const page = { limit: 5, olderThan: null }
  const filter = createFilter(accountKey, { folders: [...FOLDERS, 'trash'] })
  const requests: { [Name in ReadName]: readonly RequestOf<Name>[] } = {
    listSubmissions: [
      { ...filter, ...page, limit: 50 },
      { ...filter, ...page, endpointId, unread: true },
      { ...filter, ...page, terms: [HELLO], after: later(NOW, -9 * MINUTE), before: NOW },
      createEmpty(accountKey),
    ],
    listKeys: [
      { ...filter, ...page },
      { ...filter, ...page, terms: [HELLO] },
    ],
    countUnreadIn: [
      { ...filter, most: 100 },
      { ...filter, most: 2 },
    ],
    countUnread: [{ endpoints, most: 100 }],
    countDays: [{ endpoints, today: NOW, days: 3 }],
    searchSender: [{ keys, address: 'grace@hopper.dev', everywhere: true }],
    findManyDeliveries: [
      { accountKey, submissionKeys: [...keys, 1] },
      { accountKey: accountKey + 1, submissionKeys: keys },
    ],
    listEvents: [
      { ...ALL_EVENTS, endpointId: telemetryId, before: null, limit: 3 },
      { ...ALL_EVENTS, endpointId: telemetryId, name: 'b', prop: 'plan', before: null, limit: 3 },
    ],
    breakDownEvents: [{ ...ALL_EVENTS, endpointId: telemetryId }],
    countValues: [
      { ...ALL_EVENTS, endpointId: telemetryId, of: 'prop', prop: 'plan', search: 'P', limit: 3 },
    ],
    countEvents: (['hour', 'day'] as const).map((by) => ({
      endpointId: telemetryId,
      ...span,
      name: null,
      by,
    })),
  }
  const here = readHere(all.connection)
  for (const [name, each] of Object.entries(requests) as [ReadName, RequestOf<ReadName>[]][]) {
    for (const request of each) {
      const expected = await here.read(name, request)
      assert.deepStrictEqual(await all.reader.read(name, request), expected, name)
    }
  }
  const shown = await all.reader.read('listSubmissions', { ...filter, ...page, limit: 50 })
  assert.equal(shown.submissions.length, 13)
  for (const fact of [
    'readAt',
    'trashedAt',
    'withdrawnAt',
    'importedAt',
    'answer',
    'spamReasons',
    'delivery',
  ] as const)
    assert.ok(
      shown.submissions.some((one) => one[fact] !== null),
      fact,
    )
})

function createEmpty(accountKey: number) {
  return { ...createFilter(accountKey, { folders: [] }), limit: 5, olderThan: null }
}

test('a read sees what was committed before it began', async () => {
  await using all = await openAll()
  const { id, accountKey } = await claimedBy(all.store, 'ada@lovelace.dev')
  const request = { ...createFilter(accountKey), limit: 50, olderThan: null }
  for (let n = 0; n < 20; n += 1) {
    const key = await receive(all.store, id)
    assert.equal((await all.reader.read('listKeys', request)).keys[0], key)
  }
})

test('a result leaves the thread only after a flush of what it may have seen', async () => {
  await using all = await openAll()
  const [asked, flush] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using stack = new AsyncDisposableStack()
  const connection = {
    ...all.connection,
    awaitFlush() {
      asked.resolve()
      return flush.promise
    },
  }
  const reader = stack.adopt(openReader({ connection, onFault: assert.fail }), (one) => one.close())
  const reading = reader.read('countDays', { ...COUNT, days: 1 })
  await asked.promise
  assert.equal(
    await Promise.race([reading, new Promise((resolve) => setImmediate(resolve, 'waits'))]),
    'waits',
  )
  flush.reject(new StoreBroken(new Error('disk I/O error')))
  await assert.rejects(reading, StoreBroken)
})

test('an error of the store keeps its class and reason on its way out of the thread', () => {
  const cause = new Error('disk I/O error')
  for (const error of [
    new StoreUnavailable('busy', cause),
    new StoreBroken(cause, 'damaged'),
    new DurabilityLost('the file was lost', cause),
    new TypeError('not a function'),
  ]) {
    assert.deepEqual(fromFault(structuredClone(toFault(error))), error)
  }
})

test('a read of a damaged file fails as it does in the main thread, and the thread goes on', async () => {
  await using all = await openAll()
  const { accountKey } = await fill(all.store)
  const request = { ...createFilter(accountKey), limit: 50, olderThan: null }
  await damage(all.file, 'submissions')
  const isBroken = (error: unknown) => error instanceof StoreBroken && /damaged/.test(error.message)
  await assert.rejects(all.reader.read('listSubmissions', request), isBroken)
  assert.deepEqual(await all.reader.read('countUnread', { endpoints: [], most: 1 }), new Map())
  assert.deepEqual(all.faults, [])
})

/** Overwrites the first page of a table. */
async function damage(file: string, table: string): Promise<void> {
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate)')
  const { rootpage } = database.prepare('select rootpage from sqlite_master where name = ?').get(table) ?? {}
  database.close()
  await using handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(4000, 7), 0, 4000, (Number(rootpage) - 1) * 4096)
}

test('a thread that dies is reported, fails its reads with a clear error, and is replaced by the next read', async () => {
  await using all = await openAll()
  const isClear = (error: unknown) => error instanceof StoreUnavailable && error.reason === 'away'
  await assert.rejects(all.reader.read('countDays', TOO_LARGE), isClear)
  assert.equal(all.faults.length, 1)
  assert.match(String(all.faults[0]), /the reading thread failed/)
  assert.deepEqual(await all.reader.read('countDays', { ...COUNT, days: 1 }), new Map())
  assert.equal(all.faults.length, 1)
})

test('a read without an answer in time is given up', async () => {
  await using all = await openAll({ limitMs: 10 })
  const isClear = (error: unknown) => error instanceof StoreUnavailable && error.reason === 'away'
  await assert.rejects(all.reader.read('countDays', { ...COUNT, days: MANY_DAYS }), isClear)
  assert.match(String(all.faults[0]), /answered nothing for 10 ms/)
})

test('closing ends the thread while reads run, and starts none', async () => {
  await using all = await openAll()
  await all.reader.read('countDays', { ...COUNT, days: 1 })
  const running = [MANY_DAYS, 1].map((days) => all.reader.read('countDays', { ...COUNT, days }))
  const ended = Promise.allSettled(running)
  await all.reader.close()
  const isClosed = (error: unknown) => error instanceof StoreUnavailable && error.reason === 'closed'
  for (const one of await ended) assert.ok(one.status === 'rejected' && isClosed(one.reason))
  await assert.rejects(all.reader.read('countDays', { ...COUNT, days: 1 }), isClosed)
  assert.deepEqual(all.faults, [])
})
