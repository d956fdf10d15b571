import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DAY, HOUR, later, SECOND } from '../../../src/domain/time.ts'
import { INDEX_BATCH_SIZE } from '../../../src/store/engine/submission-index.ts'
import type { Store } from '../../../src/store/store.ts'
import type { PageRequest, SubmissionFilter } from '../../../src/store/submissions/inbox-reads.ts'
import { claimedBy, createFilter, receive } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const ADA = 'ada@lovelace.dev'
const BO = 'bo@builds.dev'

const getPage = async (store: Store, request: SubmissionFilter, page: Partial<PageRequest> = {}) => {
  const { submissions, next } = await store.inbox.listSubmissions({
    limit: 50,
    olderThan: null,
    ...request,
    ...page,
  })
  return { keys: submissions.map((one) => one.key), next }
}

const getKeys = async (store: Store, filter: SubmissionFilter, limit: number) =>
  (await store.inbox.listKeys({ ...filter, limit, olderThan: null })).keys

/** All pages of a list, one after the other. */
async function allPages(store: Store, filter: SubmissionFilter, limit: number): Promise<number[][]> {
  const pages: number[][] = []
  let olderThan: number | null = null
  do {
    const page: { keys: number[]; next: number | null } = await getPage(store, filter, { limit, olderThan })
    pages.push(page.keys)
    olderThan = page.next
  } while (olderThan !== null)
  return pages
}

for (const place of names) {
  describe(`the inbox on ${place}`, () => {
    test('lists the submissions of an endpoint newest first, in pages, with spam in its own list', () =>
      withStores(place, 1, async (store) => {
        const ada = await claimedBy(store, ADA, { name: 'Contact' })
        const bo = await claimedBy(store, BO)
        const inbox: number[] = []
        const spam: number[] = []
        for (let n = 0; n < 5; n += 1) {
          inbox.unshift(await receive(store, ada.id))
          await receive(store, bo.id)
          if (n < 2) spam.unshift(await receive(store, ada.id, { spam: true }))
        }
        const filter = createFilter(ada.accountKey, { endpointId: ada.id })
        assert.deepEqual(await allPages(store, filter, 2), [
          inbox.slice(0, 2),
          inbox.slice(2, 4),
          inbox.slice(4),
        ])
        assert.deepEqual(await allPages(store, filter, 5), [inbox])
        assert.deepEqual(await getPage(store, { ...filter, folders: ['spam'] }), { keys: spam, next: null })
        assert.deepEqual(await getPage(store, { ...filter, folders: ['archive'] }), { keys: [], next: null })
        const everywhere = { ...filter, folders: ['inbox', 'spam', 'archive'] } as const
        const all = [...inbox, ...spam].sort((one, other) => other - one)
        assert.deepEqual(await allPages(store, everywhere, 4), [all.slice(0, 4), all.slice(4)])

        const { submissions } = await store.inbox.listSubmissions({ ...filter, limit: 1, olderThan: null })
        const { endpointKey, ...newest } = submissions[0] ?? assert.fail()
        assert.ok(endpointKey > 0)
        assert.deepEqual(newest, {
          key: inbox[0],
          endpointId: ada.id,
          endpointName: 'Contact',
          receivedAt: NOW,
          folder: 'inbox',
          isMoved: false,
          readAt: null,
          trashedAt: null,
          spamReasons: null,
          importedAt: null,
          isTest: false,
          withdrawnAt: null,
          unjudged: false,
          starred: false,
          labels: [],
          assignee: null,
          note: null,
          ciphertext: null,
          receiptShown: false,
          answer: null,
          fields: [{ name: 'message', value: 'Grüße 👋' }],
          files: [],
          delivery: null,
        })
      }))

    test('hides submissions of other accounts', () =>
      withStores(place, 1, async (store) => {
        const ada = await claimedBy(store, ADA)
        const bo = await claimedBy(store, BO)
        const key = await receive(store, ada.id)
        const asBo = createFilter(bo.accountKey, { endpointId: ada.id })
        assert.deepEqual(await getPage(store, asBo), { keys: [], next: null })
        assert.deepEqual(await getPage(store, createFilter(bo.accountKey)), { keys: [], next: null })
        assert.equal(
          await store.owned.find({ accountKey: bo.accountKey, kind: 'form', endpointId: ada.id }),
          null,
        )
        assert.equal(
          await store.owned.find({
            accountKey: ada.accountKey,
            kind: 'form',
            endpointId: 'f_zzzzzzzzzzzzzzzz',
          }),
          null,
        )
        assert.equal(await store.inbox.findSubmission(bo.accountKey, key), null)
        assert.equal((await store.inbox.findSubmission(ada.accountKey, key))?.endpointId, ada.id)
        assert.equal(await store.inbox.countUnreadIn(asBo, 99), 0)
        assert.deepEqual(await getKeys(store, asBo, 99), [])
        const change = { accountKey: bo.accountKey, keys: [key], now: NOW, deliveriesFor: () => [] }
        assert.deepEqual(await store.inbox.mark({ ...change, mark: { kind: 'read' } }), [])
        assert.deepEqual(await store.inbox.delete(change), [])
        assert.equal((await store.inbox.findSubmission(ada.accountKey, key))?.readAt, null)
      }))

    test('merges the lists of all endpoints', () =>
      withStores(place, 1, async (store) => {
        const owned: Awaited<ReturnType<typeof claimedBy>>[] = []
        for (let n = 0; n < 75; n += 1) owned.push(await claimedBy(store, ADA))
        const [first = assert.fail()] = owned
        const bo = await claimedBy(store, BO)
        const keys: number[] = []
        const send = async (which: number, spam = false) => {
          const { id } = owned[which % owned.length] ?? first
          const key = await receive(store, id, { spam })
          if (!spam) keys.unshift(key)
        }
        for (let n = 0; n < 60; n += 1) await send(n * n)
        // The endpoints with the newest spam are not those with the newest real submissions.
        for (let n = 0; n < 20; n += 1) await send(n, true)
        for (let n = 0; n < 200; n += 1) await send(n % 3)
        await receive(store, bo.id)
        for (const limit of [7, 50, 300]) {
          const pages = await allPages(store, createFilter(first.accountKey), limit)
          assert.deepEqual(pages.flat(), keys, `in pages of ${limit}`)
          assert.ok(pages.slice(0, -1).every((page) => page.length === limit))
        }
        const spam = await allPages(store, createFilter(first.accountKey, { folders: ['spam'] }), 6)
        assert.equal(spam.flat().length, 20)
        assert.deepEqual(await getKeys(store, createFilter(first.accountKey), 30), keys.slice(0, 30))
        assert.equal(await store.inbox.countUnreadIn(createFilter(first.accountKey), 9999), keys.length)
        assert.equal(await store.inbox.countUnreadIn(createFilter(first.accountKey), 100), 100)
      }))

    test('lists many submissions completely, indexed or not, read or unread', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const send = (count: number) => Promise.all(Array.from({ length: count }, () => receive(store, id)))
        const keys = [...(await send(INDEX_BATCH_SIZE)), ...(await send(3))].sort((one, other) => other - one)
        const list = async (unread: boolean | null) =>
          (await allPages(store, createFilter(accountKey, { unread }), 400)).flat()
        assert.deepEqual(await list(null), keys)
        const read = keys.filter((_, index) => index % 5 === 0)
        const changed = await store.inbox.mark({
          accountKey,
          keys: read,
          mark: { kind: 'read' },
          now: NOW,
          deliveriesFor: () => [],
        })
        assert.deepEqual(new Set(changed), new Set(read))
        assert.deepEqual(await list(false), read)
        assert.deepEqual(
          await list(true),
          keys.filter((_, index) => index % 5 !== 0),
        )
        assert.deepEqual(await list(null), keys)
        assert.deepEqual(new Set(await store.inbox.delete({ accountKey, keys })), new Set(keys))
        assert.deepEqual(await list(null), [])
      }))

    test('ends a page with the submission that exceeds its size limit', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const large = [{ name: 'message', value: 'x'.repeat(200_000) }]
        const keys: number[] = []
        for (let n = 0; n < 8; n += 1) keys.unshift(await receive(store, id, { fields: large }))
        const pages = await allPages(store, createFilter(accountKey), 50)
        assert.deepEqual(pages, [keys.slice(0, 6), keys.slice(6)])
      }))

    test('filters submissions by time of receipt', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const at = [-DAY, -HOUR, -1, 0, 1, 900, SECOND, HOUR].map((span) => later(NOW, span + DAY))
        const keys: number[] = []
        for (const now of at) keys.push(await receive(store, id, { now }))
        const list = async (narrower: Partial<SubmissionFilter>) => {
          const filter = createFilter(accountKey, narrower)
          const { keys: listed } = await getPage(store, filter)
          assert.deepEqual(await getKeys(store, filter, 50), listed)
          return listed.map((key) => keys.indexOf(key)).sort()
        }
        const noon = later(NOW, DAY)
        assert.deepEqual(await list({ after: noon }), [3, 4, 5, 6, 7])
        assert.deepEqual(await list({ before: noon }), [0, 1, 2])
        assert.deepEqual(await list({ after: noon, before: later(noon, SECOND) }), [3, 4, 5])
        assert.deepEqual(await list({ after: later(noon, DAY) }), [])
      }))

    test('finds the neighbors of a submission in its folder', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const other = await claimedBy(store, ADA)
        const keys = []
        for (let n = 0; n < 3; n += 1) {
          keys.push(await receive(store, id))
          await receive(store, id, { spam: true })
          await receive(store, other.id)
        }
        const [oldest = 0, middle = 0, newest = 0] = keys
        const read = { accountKey, keys: [oldest], now: NOW, deliveriesFor: () => [] }
        await store.inbox.mark({ ...read, mark: { kind: 'read' } })
        const next = async (key: number) => {
          const found = await store.inbox.findSubmission(accountKey, key)
          return store.inbox.loadNeighbors(found ?? assert.fail())
        }
        assert.deepEqual(await next(middle), { newer: newest, older: oldest })
        assert.deepEqual(await next(newest), { newer: null, older: middle })
        assert.deepEqual(await next(oldest), { newer: middle, older: null })
      }))

    test('lists endpoints newest first, in pages, with retired ones in their own list', () =>
      withStores(place, 1, async (store) => {
        const owned = []
        for (let n = 0; n < 5; n += 1) owned.unshift(await claimedBy(store, ADA, { name: `form ${n}` }))
        await claimedBy(store, BO)
        const [newest = assert.fail()] = owned
        const retired = owned[1] ?? newest
        await store.change({
          endpointId: retired.id,
          now: NOW,
          idempotencyKey: null,
          decide: ({ found }) => ({
            answer: null,
            remember: false,
            consequences: found ? [{ kind: 'endpoint', facts: { ...found.endpoint, retiredAt: NOW } }] : [],
          }),
        })
        const list = async (request: { state?: 'claimed' | 'retired'; before?: number; limit?: number }) => {
          const { accountKey } = newest
          const all = { accountKey, kind: 'form', state: null, before: null, limit: 50, ...request } as const
          return store.owned.list(all)
        }
        const getIds = async (request: Parameters<typeof list>[0]) =>
          (await list(request)).map((one) => one.endpoint.id)
        const ids = owned.map((one) => one.id)
        assert.deepEqual(await getIds({}), ids)
        assert.deepEqual(await getIds({ state: 'retired' }), [retired.id])
        assert.deepEqual(
          await getIds({ state: 'claimed' }),
          ids.filter((id) => id !== retired.id),
        )
        const [, second] = await list({ limit: 2 })
        assert.deepEqual(await getIds({ before: second?.key ?? 0 }), ids.slice(2))
        assert.equal((await list({}))[0]?.endpoint.settings.name, 'form 4')
      }))

    test('counts unread submissions up to a limit, and the submissions of each day', () =>
      withStores(place, 1, async (store) => {
        const today = new Date('2026-11-10T00:00:00.000Z')
        const longAgo = { now: later(today, -40 * DAY) }
        const busy = await claimedBy(store, ADA, longAgo)
        const quiet = await claimedBy(store, ADA, longAgo)
        const at = [-30 * DAY, -29 * DAY, -DAY, -5 * SECOND, 0, DAY - 1].map((span) => later(today, span))
        for (const now of at) await receive(store, busy.id, { now })
        await receive(store, busy.id, { now: later(today, DAY - 1), spam: true })
        const { accountKey } = busy
        const all = { accountKey, kind: 'form', state: null, before: null, limit: 9 } as const
        const endpoints = await store.owned.list(all)
        const [ofQuiet, ofBusy] = endpoints
        assert.equal(ofBusy?.endpoint.id, busy.id)
        const days = await store.inbox.countDays(endpoints, { today: later(today, 17 * HOUR), days: 30 })
        const counted = days.get(ofBusy.key) ?? []
        assert.equal(counted.length, 30)
        assert.deepEqual(
          [counted[0], counted.slice(1, 28).every((n) => n === 0), counted[28], counted[29]],
          [1, true, 2, 2],
        )
        assert.deepEqual(days.get(ofQuiet?.key ?? 0), Array(30).fill(0))
        assert.equal(quiet.id, ofQuiet?.endpoint.id)
        assert.deepEqual([...(await store.inbox.countUnread(endpoints, 99)).values()].sort(), [0, 6])
        assert.deepEqual([...(await store.inbox.countUnread(endpoints, 4)).values()].sort(), [0, 4])
      }))
  })
}
