import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { MAX_STORED_SPAM } from '../../../src/domain/spam/spam-class.ts'
import { DAY, later } from '../../../src/domain/time.ts'
import type { Store } from '../../../src/store/store.ts'
import { claimedBy } from '../../support/stores/owned-inbox.ts'
import { newAttachedFile, receiveFiles, sumCounted } from '../../support/stores/stored-files.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()
const MIB = 1024 * 1024
const FREE = { submissions: 30, telemetry: 7 }
const RETENTION = { unclaimed: FREE, plans: { free: FREE } }

const places = (...files: readonly { place: string }[]) => files.map(({ place }) => place).sort()
const countFiles = async (store: Store) => (await store.files.measureStored(NOW)).files
const dueNow = (store: Store) => store.files.listDeletions({ now: NOW, after: '', limit: 5000 })

for (const place of names) {
  describe(`rows of files, ${place}`, () => {
    test('counts each file of an account, a small one as a block, and gives back what is deleted', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
        const first = [newAttachedFile(1), newAttachedFile(3 * MIB)]
        const second = [newAttachedFile(5000)]
        const keys = [
          await receiveFiles(store, id, { files: first }),
          await receiveFiles(store, id, { files: second }),
        ]
        const [firstKey, secondKey] = keys.map(Number)
        assert.equal(await store.files.loadStoredBytes(accountKey), 4096 + 3 * MIB + 5000)
        const listed = await store.files.listFilesOf([Number(firstKey), Number(secondKey)])
        assert.deepEqual(
          listed.map(({ submissionKey, name, malware, linkVersion }) => [
            submissionKey,
            name,
            malware,
            linkVersion,
          ]),
          [...first.map(({ name }) => [firstKey, name, null, 0]), [secondKey, second[0]?.name, null, 0]],
        )
        assert.equal(await countFiles(store), 3)
        const old = later(NOW, 31 * DAY)
        await store.maintenance.purgeSubmissions({ now: old, after: 0, limit: 10, retention: RETENTION })
        assert.equal(await store.files.loadStoredBytes(accountKey), 0)
        assert.equal(await countFiles(store), 0)
        const due = await dueNow(store)
        assert.deepEqual(due, places(...first, ...second))
        await store.files.forgetDeletions(due.slice(0, 2))
        assert.deepEqual(await dueNow(store), due.slice(2))
      }))

    test('never stores more than the plan, from two connections at once and on two forms', () =>
      withStores(place, 2, async (one, two) => {
        const { id, accountKey } = await claimedBy(one, 'ada@lovelace.dev')
        const { id: other } = await claimedBy(one, 'ada@lovelace.dev')
        const sendings = Array.from({ length: 40 }, (_, number) => {
          const files = [newAttachedFile(2 * MIB + number), newAttachedFile(100)]
          const store = number % 2 === 0 ? one : two
          return receiveFiles(store, number % 3 === 0 ? id : other, { files }).then((key) => ({ key, files }))
        })
        const sent = await Promise.all(sendings)
        const stored = sent.filter(({ key }) => key !== null).flatMap(({ files }) => files)
        const bytes = await two.files.loadStoredBytes(accountKey)
        assert.equal(bytes, sumCounted(stored))
        assert.ok(bytes <= PLANS.free.storedBytes)
        assert.ok(bytes > PLANS.free.storedBytes - 2 * MIB - 4200, 'and as much as fits')
        assert.equal(await countFiles(one), stored.length)
      }))

    test('gives back each file once, when two nodes delete the same submissions', () =>
      withStores(place, 2, async (one, two) => {
        const { id, accountKey } = await claimedBy(one, 'ada@lovelace.dev')
        const { id: bos, accountKey: bo } = await claimedBy(one, 'bo@builds.dev')
        const old = later(NOW, 31 * DAY)
        for (let round = 0; round < 5; round += 1) {
          for (let each = 0; each < 10; each += 1)
            await receiveFiles(one, each % 2 ? id : bos, { files: [newAttachedFile(5000)] })
          const kept = [newAttachedFile(7000)]
          await receiveFiles(one, id, { files: kept, now: old })
          const purge = (store: Store) =>
            store.maintenance.purgeSubmissions({ now: old, after: 0, limit: 100, retention: RETENTION })
          await Promise.all([purge(one), purge(two)])
          assert.equal(await one.files.loadStoredBytes(accountKey), 7000)
          assert.equal(await one.files.loadStoredBytes(bo), 0)
          await one.maintenance.purgeSubmissions({
            now: later(old, 40 * DAY),
            after: 0,
            limit: 100,
            retention: RETENTION,
          })
          assert.equal(await one.files.loadStoredBytes(accountKey), 0)
        }
      }))

    test('spam with files counts, and its files go with it when it is trimmed', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
        const spamReasons = ['honeypot']
        const real = newAttachedFile(6000)
        await receiveFiles(store, id, { files: [real] })
        const oldest = newAttachedFile(5000)
        await receiveFiles(store, id, { files: [oldest], spamReasons })
        assert.equal(await store.files.loadStoredBytes(accountKey), 11_000)
        await Promise.all(
          Array.from({ length: MAX_STORED_SPAM }, () =>
            receiveFiles(store, id, { files: [newAttachedFile(1)], spamReasons }),
          ),
        )
        assert.deepEqual(await dueNow(store), places(oldest))
        assert.equal(await store.files.loadStoredBytes(accountKey), 6000 + MAX_STORED_SPAM * 4096)
        assert.equal(await countFiles(store), 1 + MAX_STORED_SPAM)
      }))

    test('keeps the result of a scan until the submission is deleted', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada@lovelace.dev')
        const file = newAttachedFile(100)
        const key = Number(await receiveFiles(store, id, { files: [file] }))
        await store.files.saveScan({ key, scan: 'found', malware: 'Eicar-Test', now: NOW })
        const found = await store.files.findFile(key)
        assert.deepEqual([found?.scan, found?.malware, found?.place], ['found', 'Eicar-Test', file.place])
        const old = later(NOW, 31 * DAY)
        await store.maintenance.purgeSubmissions({ now: old, after: 0, limit: 10, retention: RETENTION })
        assert.equal(await store.files.findFile(key), null)
        assert.deepEqual(await dueNow(store), [file.place])
      }))

    test('saves one email for malware that later scans find in a submission, and none for spam', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada@lovelace.dev')
        const spamReasons = ['honeypot']
        const spam = Number(await receiveFiles(store, id, { files: [newAttachedFile(1)], spamReasons }))
        const key = Number(await receiveFiles(store, id, { files: [newAttachedFile(1), newAttachedFile(2)] }))
        const malware = { scan: 'found', malware: 'Eicar-Test', now: NOW } as const
        const countWaiting = async () => (await store.outbox.backlog(NOW)).waiting
        const before = await countWaiting()
        await store.files.saveRescan({ key: spam, ...malware })
        await store.files.saveRescan({ key, scan: 'clean', malware: null, now: NOW })
        assert.equal(await countWaiting(), before)
        for (const each of [key, key + 1, key]) await store.files.saveRescan({ key: each, ...malware })
        assert.equal(await countWaiting(), before + 1)
      }))

    test('lists places in order, page by page, and tells those that a row or a deletion names', () =>
      withStores(place, 1, async (store) => {
        const { id } = await claimedBy(store, 'ada@lovelace.dev')
        const files = [1, 2, 3].map(newAttachedFile)
        const deleted = [newAttachedFile(4)]
        await receiveFiles(store, id, { files: deleted })
        await receiveFiles(store, id, { files, now: later(NOW, 20 * DAY) })
        const old = later(NOW, 31 * DAY)
        await store.maintenance.purgeSubmissions({ now: old, after: 0, limit: 10, retention: RETENTION })
        const [first, second, third] = files.map((file) => ({ place: file.place, bytes: file.bytes }))
        const page = async (after: string | null) =>
          (await store.files.listPlaces({ after, limit: 2 })).map(({ place, bytes }) => ({ place, bytes }))
        assert.deepEqual(await page(null), [first, second])
        assert.deepEqual(await page(second?.place ?? null), [third])
        const asked = [...places(...files, ...deleted), 'z'.repeat(26)]
        assert.deepEqual([...(await store.files.findNamedPlaces(asked))].sort(), places(...files, ...deleted))
        assert.deepEqual(await store.files.findNamedPlaces([]), new Set())
      }))

    test('finds the files of a week that the database dropped as a whole, on two nodes at once', () =>
      withStores(place, 2, async (store, other) => {
        const { id, accountKey } = await claimedBy(store, 'ada@lovelace.dev')
        const dropped = Array.from({ length: 12 }, () => newAttachedFile(5000))
        const kept = newAttachedFile(9000)
        for (const file of dropped) await receiveFiles(store, id, { files: [file] })
        const young = later(NOW, 40 * DAY)
        await store.maintenance.maintain({ now: young, oldestRetained: { submissions: NOW, telemetry: NOW } })
        await receiveFiles(store, id, { files: [kept], now: young })
        const oldest = later(NOW, 15 * DAY)
        await store.maintenance.maintain({
          now: young,
          oldestRetained: { submissions: oldest, telemetry: oldest },
        })
        const found = await Promise.all([store, other].map((node) => node.files.deleteOlderThan(oldest)))
        if (place === 'PostgreSQL') {
          assert.deepEqual(await dueNow(store), places(...dropped))
          assert.ok(found.some((number) => number > 0))
          assert.equal(await store.files.loadStoredBytes(accountKey), 9000)
        } else {
          assert.deepEqual(found, [0, 0], 'SQLite drops no weeks')
          assert.equal(await countFiles(store), 13)
        }
        assert.equal(await store.files.deleteOlderThan(oldest), 0)
      }))
  })
}
