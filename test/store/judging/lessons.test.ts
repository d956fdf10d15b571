import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_STORED_WORDS } from '../../../src/domain/spam/words/lesson.ts'
import type { Folder } from '../../../src/domain/submissions/folder.ts'
import type { NewLesson } from '../../../src/store/judging/lessons.ts'
import type { Store } from '../../../src/store/store.ts'
import { claimedBy, receive } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, withStores } = storePlaces()

/** An endpoint that filters, Ada's by default. */
async function filtered(
  store: Store,
  mailbox = 'ada@lovelace.dev',
): Promise<{ id: string; accountKey: number }> {
  const { id, accountKey } = await claimedBy(store, mailbox)
  await store.change({
    endpointId: id,
    now: NOW,
    idempotencyKey: null,
    decide({ found }) {
      const settings = found?.endpoint.settings ?? assert.fail()
      const spam = { ...settings.spam, level: 'normal' as const }
      return {
        answer: null,
        remember: false,
        consequences: [{ kind: 'settings', settings: { ...settings, spam } }],
      }
    },
  })
  return { id, accountKey }
}

/** Moves a submission, and returns the lesson that this gave. */
async function move(
  store: Store,
  { accountKey, key, folder }: { accountKey: number; key: number; folder: Folder },
): Promise<NewLesson | undefined> {
  const mark = { kind: 'folder', folder } as const
  await store.inbox.mark({ accountKey, keys: [key], mark, now: NOW, deliveriesFor: () => [] })
  return (await store.judging.listNewLessons({ now: NOW, limit: 10 })).find(
    (lesson) => lesson.submissionKey === key,
  )
}

for (const place of names) {
  describe(`lessons on ${place}`, () => {
    test('learns a lesson once, changes it, and takes it back', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await filtered(store)
        const key = await receive(store, id)
        const count = () => store.judging.countWords(accountKey, ['one', 'two', 'unknown'])
        const spam = (await move(store, { accountKey, key, folder: 'spam' })) ?? assert.fail()
        assert.equal(await store.judging.learn({ lesson: spam, hashes: ['one', 'two'], script: 'L' }), true)
        assert.equal(await store.judging.learn({ lesson: spam, hashes: ['one', 'two'], script: 'L' }), false)
        assert.deepEqual(await count(), [
          { ham: 0, spam: 1 },
          { ham: 0, spam: 1 },
        ])
        const ham = (await move(store, { accountKey, key, folder: 'archive' })) ?? assert.fail()
        assert.deepEqual([ham.given, ham.learned], ['ham', 'spam'])
        assert.equal(await store.judging.learn({ lesson: ham, hashes: ['one', 'two'], script: 'L' }), true)
        assert.deepEqual(await count(), [
          { ham: 1, spam: 0 },
          { ham: 1, spam: 0 },
        ])
        const none = (await move(store, { accountKey, key, folder: 'inbox' })) ?? assert.fail()
        assert.equal(none.given, null)
        assert.equal(await store.judging.learn({ lesson: none, hashes: ['one', 'two'], script: 'L' }), true)
        assert.deepEqual(await count(), [])
        assert.equal(await move(store, { accountKey, key, folder: 'trash' }), undefined)
        assert.deepEqual((await store.findEndpoint(id))?.lessons, { ham: 0, spam: 0 })
      }))

    test('forgets what one account taught, and nothing of another', () =>
      withStores(place, 1, async (store) => {
        const teach = async ({ id, accountKey }: { id: string; accountKey: number }) => {
          const key = await receive(store, id)
          const lesson = (await move(store, { accountKey, key, folder: 'spam' })) ?? assert.fail()
          assert.equal(await store.judging.learn({ lesson, hashes: ['one'], script: 'L' }), true)
          return key
        }
        const taught = async ({ id, accountKey }: { id: string; accountKey: number }) => ({
          words: await store.judging.countWords(accountKey, ['one']),
          lessons: (await store.findEndpoint(id))?.lessons,
        })
        const [ada, bo] = [await filtered(store), await filtered(store, 'bo@builds.dev')]
        await teach(ada)
        const key = await teach(bo)
        await store.judging.forget({ accountKey: ada.accountKey, by: null, now: NOW })
        assert.deepEqual(await taught(ada), { words: [], lessons: { ham: 0, spam: 0 } })
        assert.deepEqual(await taught(bo), {
          words: [{ ham: 0, spam: 1 }],
          lessons: { ham: 0, spam: 1 },
        })
        // The lesson is known still: it can be taken back.
        const back = await move(store, { accountKey: bo.accountKey, key, folder: 'inbox' })
        assert.equal(back?.learned, 'spam')
      }))

    test('forgets the rarest words of an account that has too many', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await filtered(store)
        const all = new Set(['common'])
        for (let lessons = 0; lessons < 3; lessons += 1) {
          const key = await receive(store, id)
          const lesson = (await move(store, { accountKey, key, folder: 'spam' })) ?? assert.fail()
          const hashes = ['common', ...Array.from({ length: 7000 }, (_, index) => `${lessons} ${index}`)]
          for (const hash of hashes) all.add(hash)
          await store.judging.learn({ lesson, hashes, script: 'L' })
        }
        const stored = await store.judging.countWords(accountKey, [...all])
        assert.ok(
          stored.length <= MAX_STORED_WORDS && stored.length > MAX_STORED_WORDS / 2,
          `${stored.length}`,
        )
        assert.deepEqual(await store.judging.countWords(accountKey, ['common']), [{ ham: 0, spam: 3 }])
      }))
  })
}
