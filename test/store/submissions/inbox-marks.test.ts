import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayBegin } from '../../../src/delivery/channels/email/begin.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import type { Folder } from '../../../src/domain/submissions/folder.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Mark, NewDelivery } from '../../../src/store/submissions/inbox-marks.ts'
import { beginEmail, beginEmails } from '../../support/stores/email-attempts.ts'
import { claimedBy, createFilter, receive } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace, withStores } = storePlaces()
const ADA = 'ada@lovelace.dev'
const BO = 'bo@builds.dev'
const TO_ADA: NewDelivery = { channel: 'email', target: ADA, destination: null }
const INBOX: Mark = { kind: 'folder', folder: 'inbox' }

/** Marks as Ada does, whose endpoints send an email for what is no spam after all. */
const mark = (store: Store, accountKey: number, keys: readonly number[], how: Mark, emails = [TO_ADA]) =>
  store.inbox.mark({ accountKey, keys, mark: how, now: NOW, deliveriesFor: () => emails })

const getFolder = async (store: Store, accountKey: number, folder: Folder) => {
  const { keys } = await store.inbox.listKeys({
    ...createFilter(accountKey, { folders: [folder] }),
    limit: 9999,
    olderThan: null,
  })
  return keys
}

const waiting = async (store: Store) => (await store.outbox.backlog(NOW)).waiting

for (const place of names) {
  describe(`marks on ${place}`, () => {
    test('marks submissions as read and unread once', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const keys = [await receive(store, id), await receive(store, id), await receive(store, id)]
        const [first = 0, second = 0] = keys
        assert.deepEqual(await mark(store, accountKey, [first, second], { kind: 'read' }), [first, second])
        assert.deepEqual(await mark(store, accountKey, keys, { kind: 'read' }), keys.slice(2))
        assert.deepEqual((await store.inbox.findSubmission(accountKey, first))?.readAt, NOW)
        assert.equal(await store.inbox.countUnreadIn(createFilter(accountKey), 9), 0)
        assert.deepEqual(await mark(store, accountKey, [first], { kind: 'unread' }), [first])
        assert.deepEqual(await mark(store, accountKey, [first], { kind: 'unread' }), [])
        const unread = createFilter(accountKey, { unread: true })
        assert.deepEqual((await store.inbox.listKeys({ ...unread, limit: 9, olderThan: null })).keys, [first])
        assert.deepEqual(await mark(store, accountKey, [], { kind: 'read' }), [])
      }))

    test('keeps a submission in the one folder that the owner moved it to', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const key = await receive(store, id)
        const other = await receive(store, id)
        const to = (folder: Folder) => mark(store, accountKey, [key], { kind: 'folder', folder })
        assert.deepEqual(await to('inbox'), [], 'it lies there by itself')
        for (const folder of ['archive', 'spam', 'inbox', 'spam', 'archive'] as const) {
          assert.deepEqual(await to(folder), [key])
          assert.deepEqual(await to(folder), [])
          for (const one of ['inbox', 'spam', 'archive'] as const) {
            const rest = one === 'inbox' ? [other] : []
            const expected = one === folder ? [...rest, key] : rest
            assert.deepEqual(await getFolder(store, accountKey, one), expected, `${one} of ${folder}`)
          }
        }
        const found = await store.inbox.findSubmission(accountKey, key)
        assert.equal(found?.folder, 'archive')
        assert.equal(found?.spamReasons, null, 'the verdict of its arrival stays')
      }))

    test('restores from the trash to the folder before, and deletes for good when the time is over', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const archived = await receive(store, id)
        const spam = await receive(store, id, { spam: true })
        const restored = { kind: 'restored' } as const
        await mark(store, accountKey, [archived], { kind: 'folder', folder: 'archive' })
        assert.deepEqual(await mark(store, accountKey, [archived], restored), [], 'it is not in the trash')
        const both = [archived, spam]
        const trash = () => mark(store, accountKey, both, { kind: 'folder', folder: 'trash' })
        assert.deepEqual(new Set(await trash()), new Set(both))
        assert.deepEqual(await trash(), [])
        assert.deepEqual(await getFolder(store, accountKey, 'archive'), [])
        assert.deepEqual(new Set(await getFolder(store, accountKey, 'trash')), new Set(both))
        assert.deepEqual((await store.inbox.findSubmission(accountKey, spam))?.trashedAt, NOW)
        await mark(store, accountKey, both, restored)
        assert.deepEqual(await getFolder(store, accountKey, 'archive'), [archived])
        assert.deepEqual(await getFolder(store, accountKey, 'spam'), [spam])
        assert.equal((await store.inbox.findSubmission(accountKey, spam))?.trashedAt, null)
        assert.equal(await waiting(store), 0, 'restored spam is not emailed')

        await mark(store, accountKey, [spam], { kind: 'folder', folder: 'trash' })
        assert.equal(await store.maintenance.purgeTrash(later(NOW, -1)), 0)
        assert.equal(await store.maintenance.purgeTrash(NOW), 1)
        assert.equal(await store.maintenance.purgeTrash(NOW), 0)
        assert.deepEqual(await getFolder(store, accountKey, 'trash'), [])
        assert.deepEqual(await getFolder(store, accountKey, 'archive'), [archived])
      }))

    test('sends one email for spam that is marked as not spam', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const spam = await receive(store, id, { spam: true })
        const ham = await receive(store, id, { email: true })
        assert.equal(await waiting(store), 1)
        await mark(store, accountKey, [ham], { kind: 'folder', folder: 'spam' })
        assert.deepEqual(new Set(await mark(store, accountKey, [spam, ham], INBOX)), new Set([spam, ham]))
        assert.equal(await waiting(store), 2)
        await mark(store, accountKey, [spam], { kind: 'folder', folder: 'spam' })
        await mark(store, accountKey, [spam], INBOX)
        assert.equal(await waiting(store), 2)
        const found = await store.inbox.findSubmission(accountKey, spam)
        assert.equal(found?.delivery, 'queued')
        assert.deepEqual(found?.spamReasons, ['honeypot'])
        const endpoint = (await store.findEndpoint(id))?.endpoint
        assert.equal(endpoint?.acceptedCount, 0, 'it counts toward nothing')

        const sent = []
        for (const { found } of await beginEmails(store, { now: NOW })) {
          if ('submission' in found) sent.push(found.submission.key)
        }
        assert.deepEqual(new Set(sent), new Set([spam, ham]))
      }))

    test('sends spam marked as not spam to each destination, and no email to an owner who stopped them', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const [one, other] = [
          await receive(store, id, { spam: true }),
          await receive(store, id, { spam: true }),
        ]
        await mark(store, accountKey, [one], INBOX, [])
        assert.equal(await waiting(store), 0)
        await mark(store, accountKey, [other], INBOX, [
          TO_ADA,
          { channel: 'email', target: BO, destination: 'd_1' },
        ])
        assert.equal(await waiting(store), 2)
        assert.equal((await store.inbox.findSubmission(accountKey, one))?.delivery, null)
      }))

    test('makes an email due again that ended while its submission was in the trash, also after its first attempt', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const key = await receive(store, id, { email: true })
        const toTrash: Mark = { kind: 'folder', folder: 'trash' }
        const begin = (now: Date) =>
          beginEmail(store, {
            now,
            decide: (found, at) => mayBegin(found, at, { plans: PLANS, defaultPlan: 'free' }),
          })
        await mark(store, accountKey, [key], toTrash)
        assert.equal((await begin(NOW))?.kind, 'ended')
        assert.equal(await waiting(store), 0)
        await mark(store, accountKey, [key], { kind: 'restored' })
        const begun = await begin(NOW)
        assert.equal(begun?.kind, 'begun')
        // Its process has died, so that the attempt is repeated when the lease is over, unless it is in the trash again.
        await mark(store, accountKey, [key], toTrash)
        const retried = later(NOW, 2 * MINUTE)
        assert.equal((await begin(retried))?.kind, 'ended')
        await mark(store, accountKey, [key], { kind: 'folder', folder: 'spam' })
        assert.equal(await waiting(store), 0, 'spam is not emailed')
      }))

    test('wakes the worker when a submission is marked as not spam', async () => {
      const at = await places[place]()
      let woken = 0
      const store = await openPlace(at)
      store.onDue('deliveries', () => {
        woken += 1
      })
      const { id, accountKey } = await claimedBy(store, ADA)
      const spam = await receive(store, id, { spam: true })
      const before = woken
      await mark(store, accountKey, [spam], INBOX)
      assert.ok(woken > before)
      await store.close()
      await at.close()
    })

    test('marks and deletes many submissions in batches, with their deliveries and attempts', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const bo = await claimedBy(store, BO)
        const ofBo = await receive(store, bo.id, { email: true })
        const keys = await Promise.all(Array.from({ length: 600 }, () => receive(store, id, { email: true })))
        const kept = await receive(store, id, { email: true })
        const change = [...keys, ofBo, 12_345]
        assert.deepEqual(
          new Set(await mark(store, accountKey, change, { kind: 'folder', folder: 'archive' })),
          new Set(keys),
        )
        const deleted = await store.inbox.delete({ accountKey, keys: change })
        assert.deepEqual(new Set(deleted), new Set(keys))
        assert.equal(await waiting(store), 2, 'emails not yet sent went with them')
        assert.deepEqual(await getFolder(store, accountKey, 'archive'), [])
        assert.deepEqual(await getFolder(store, accountKey, 'inbox'), [kept])
        assert.deepEqual(await store.inbox.delete({ accountKey, keys: change }), [])
        assert.ok(await store.inbox.findSubmission(bo.accountKey, ofBo))
      }))

    test('keeps the newest spam, not counting submissions that the owner moved', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const first = await receive(store, id, { spam: true })
        const second = await receive(store, id, { spam: true })
        await mark(store, accountKey, [second], INBOX)
        await mark(store, accountKey, [second], { kind: 'folder', folder: 'spam' })
        for (let n = 0; n < 100; n += 1) await receive(store, id, { spam: true })
        const spam = await getFolder(store, accountKey, 'spam')
        assert.equal(spam.length, 101)
        assert.ok(spam.includes(second))
        assert.ok(!spam.includes(first))
      }))
  })
}
