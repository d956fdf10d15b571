import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { HOLDER_KEY } from '../../../src/domain/accounts/member.ts'
import { MAX_STORED_SPAM } from '../../../src/domain/spam/spam-class.ts'
import { MAX_LABELS, MAX_VIEWS } from '../../../src/domain/submissions/label.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Mark } from '../../../src/store/submissions/inbox-marks.ts'
import type { SubmissionFilter } from '../../../src/store/submissions/inbox-reads.ts'
import { until } from '../../support/service/until.ts'
import { claimedBy, createFilter, receive } from '../../support/stores/owned-inbox.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { names, places, openPlace, withStores } = storePlaces()
const ADA = 'ada@lovelace.dev'
const BO = 'bo@builds.dev'
const STAR: Mark = { kind: 'starred', starred: true }
const UNSTAR: Mark = { kind: 'starred', starred: false }

const mark = (store: Store, accountKey: number, keys: readonly number[], how: Mark) =>
  store.inbox.mark({ accountKey, keys, mark: how, now: NOW, deliveriesFor: () => [] })

const list = async (store: Store, accountKey: number, filter: Partial<SubmissionFilter>, limit = 9) => {
  const request = { ...createFilter(accountKey, filter), limit, olderThan: null }
  return (await store.inbox.listKeys(request)).keys
}

async function addLabel(store: Store, accountKey: number, name: string): Promise<number> {
  const made = await store.inbox.addLabel({ accountKey, name, color: 'teal', now: NOW })
  return made.kind === 'label' ? made.label.key : assert.fail(made.kind)
}

for (const place of names) {
  describe(`stars, labels, notes and views on ${place}`, () => {
    test('lists what has a star, a label, or both, newest first and by folder', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const other = await claimedBy(store, ADA)
        const one = await receive(store, id)
        const two = await receive(store, other.id)
        const three = await receive(store, id, { fields: [{ name: 'message', value: 'an engine' }] })
        const four = await receive(store, id)
        const labelKey = await addLabel(store, accountKey, 'Lead')
        assert.deepEqual(await mark(store, accountKey, [one, two, three], STAR), [one, two, three])
        assert.deepEqual(await mark(store, accountKey, [one, two, three], STAR), [], 'only once')
        const label: Mark = { kind: 'labeled', labelKey, labeled: true }
        assert.deepEqual(
          new Set(await mark(store, accountKey, [two, three, four], label)),
          new Set([two, three, four]),
        )
        assert.deepEqual(await mark(store, accountKey, [two], label), [])
        assert.deepEqual(await list(store, accountKey, { starred: true }), [three, two, one])
        assert.deepEqual(await list(store, accountKey, { labelKey }), [four, three, two])
        assert.deepEqual(await list(store, accountKey, { labelKey, starred: true }), [three, two])
        assert.deepEqual(await list(store, accountKey, { labelKey, endpointId: id }), [four, three])
        const engine = { words: ['engine'], ends: 'open', within: { kind: 'any' } } as const
        assert.deepEqual(await list(store, accountKey, { labelKey, terms: [engine] }), [three])
        await mark(store, accountKey, [three], { kind: 'read' })
        assert.deepEqual(await list(store, accountKey, { labelKey, unread: true }), [four, two])
        assert.equal(await store.inbox.countUnreadIn(createFilter(accountKey, { labelKey }), 9), 2)
        await mark(store, accountKey, [four], { kind: 'folder', folder: 'archive' })
        assert.deepEqual(await list(store, accountKey, { labelKey }), [three, two])
        assert.deepEqual(await list(store, accountKey, { labelKey, folders: ['archive'] }), [four])
        assert.deepEqual(await mark(store, accountKey, [one, four], UNSTAR), [one])
        assert.deepEqual(await list(store, accountKey, { starred: true }), [three, two])
      }))

    test('lists what is assigned to one person, with a label or star, and what nobody has', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const one = await receive(store, id)
        const two = await receive(store, id)
        const three = await receive(store, id)
        const labelKey = await addLabel(store, accountKey, 'Lead')
        const assigned: Mark = { kind: 'assigned', assignee: HOLDER_KEY }
        assert.deepEqual(await mark(store, accountKey, [one, three], assigned), [one, three])
        assert.deepEqual(await mark(store, accountKey, [three], assigned), [], 'only once')
        await mark(store, accountKey, [two, three], STAR)
        await mark(store, accountKey, [three], { kind: 'labeled', labelKey, labeled: true })
        const assignee = HOLDER_KEY
        assert.deepEqual(await list(store, accountKey, { assignee }), [three, one])
        assert.deepEqual(await list(store, accountKey, { assignee, starred: true }), [three])
        assert.deepEqual(await list(store, accountKey, { assignee, labelKey }), [three])
        assert.deepEqual(await list(store, accountKey, { assignee: 'nobody' }), [two])
        assert.deepEqual(await list(store, accountKey, { assignee: 'nobody', starred: true }), [two])
        assert.deepEqual(await list(store, accountKey, { assignee: 'nobody', labelKey }), [])
        const unread = createFilter(accountKey, { assignee: 'nobody' })
        assert.equal(await store.inbox.countUnreadIn(unread, 9), 1)
        assert.equal((await store.inbox.findSubmission(accountKey, one))?.assignee?.mailbox, ADA)
        await mark(store, accountKey, [one, three], { kind: 'assigned', assignee: null })
        assert.deepEqual(await list(store, accountKey, { assignee }), [])
        assert.deepEqual(await list(store, accountKey, { starred: true }), [three, two])
      }))

    test('continues a long list of a star behind what other folders have', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const inbox = await receive(store, id)
        const archived: number[] = []
        for (let n = 0; n < 720; n += 1) archived.push(await receive(store, id))
        await mark(store, accountKey, [inbox, ...archived], STAR)
        await mark(store, accountKey, archived, { kind: 'folder', folder: 'archive' })
        const request = { ...createFilter(accountKey, { starred: true }), limit: 9 }
        const first = await store.inbox.listKeys({ ...request, olderThan: null })
        assert.deepEqual(first.keys, [])
        const second = await store.inbox.listKeys({ ...request, olderThan: first.next ?? assert.fail() })
        assert.deepEqual(second, { keys: [inbox], next: null })
      }))

    test('shows star, labels and note with the submission, and deletes them with it', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const key = await receive(store, id)
        const kept = await receive(store, id)
        const [b, a] = [await addLabel(store, accountKey, 'b'), await addLabel(store, accountKey, 'A')]
        const find = async (one: number) => {
          const found = await store.inbox.findSubmission(accountKey, one)
          return found && [found.starred, found.labels.map(({ name }) => name), found.note]
        }
        assert.deepEqual(await find(key), [false, [], null])
        await mark(store, accountKey, [key, kept], STAR)
        await mark(store, accountKey, [key, kept], { kind: 'labels', labelKeys: [b, a] })
        await mark(store, accountKey, [key, kept], { kind: 'note', note: 'Call back' })
        assert.deepEqual(await find(key), [true, ['A', 'b'], 'Call back'])
        await mark(store, accountKey, [key], { kind: 'labels', labelKeys: [b] })
        assert.deepEqual(await find(key), [true, ['b'], 'Call back'])
        await mark(store, accountKey, [key], UNSTAR)
        await mark(store, accountKey, [key], { kind: 'note', note: null })
        assert.deepEqual(await find(key), [false, ['b'], null])
        await store.inbox.delete({ accountKey, keys: [key] })
        assert.equal(await find(key), null)
        assert.deepEqual(await list(store, accountKey, { labelKey: b }), [kept])
        assert.equal(await store.inbox.deleteLabel({ accountKey, key: b }), true)
        assert.equal(await store.inbox.deleteLabel({ accountKey, key: b }), false)
        assert.deepEqual(await find(kept), [true, ['A'], 'Call back'])
        assert.deepEqual(await list(store, accountKey, { labelKey: b }), [])
      }))

    test('keeps spam that has a star when further spam arrives', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const key = await receive(store, id, { spam: true })
        await mark(store, accountKey, [key], STAR)
        const other = await receive(store, id, { spam: true })
        for (let n = 0; n < MAX_STORED_SPAM; n += 1) await receive(store, id, { spam: true })
        const spam = await store.inbox.listKeys({
          ...createFilter(accountKey, { folders: ['spam'] }),
          limit: 9999,
          olderThan: null,
        })
        assert.ok(!spam.keys.includes(other))
        assert.ok(spam.keys.includes(key))
        assert.deepEqual(await list(store, accountKey, { starred: true, folders: ['spam'] }), [key])
      }))

    test('nobody marks the submissions of another owner, or with their labels', () =>
      withStores(place, 1, async (store) => {
        const ada = await claimedBy(store, ADA)
        const bo = await claimedBy(store, BO)
        const hers = await receive(store, ada.id)
        const his = await receive(store, bo.id)
        const label = await addLabel(store, ada.accountKey, 'Hers')
        for (const how of [
          STAR,
          { kind: 'note', note: 'x' },
          { kind: 'labels', labelKeys: [label] },
        ] as Mark[])
          assert.deepEqual(await mark(store, bo.accountKey, [hers], how), [])
        for (const labeled of [
          { kind: 'labels', labelKeys: [label] },
          { kind: 'labeled', labelKey: label, labeled: true },
        ] as Mark[])
          assert.deepEqual(await mark(store, bo.accountKey, [his], labeled), [])
        await mark(store, ada.accountKey, [hers], { kind: 'labeled', labelKey: label, labeled: true })
        assert.deepEqual(await list(store, bo.accountKey, { labelKey: label }), [])
        assert.equal(await store.inbox.deleteLabel({ accountKey: bo.accountKey, key: label }), false)
        const change = { accountKey: bo.accountKey, key: label, name: 'His', color: null }
        assert.equal((await store.inbox.changeLabel(change)).kind, 'unknown')
        assert.deepEqual(await store.inbox.listLabels(bo.accountKey), [])
        assert.deepEqual(await list(store, ada.accountKey, { labelKey: label }), [hers])
      }))

    test('keeps names apart and counts to the limit, also when two nodes add at once', () =>
      withStores(place, place === 'SQLite' ? 1 : 2, async (store, other = store) => {
        const { accountKey } = await claimedBy(store, ADA)
        await addLabel(store, accountKey, 'Grüße')
        const add = (name: string) => store.inbox.addLabel({ accountKey, name, color: 'red', now: NOW })
        assert.equal((await add('GRÜSSE')).kind, 'label', 'another word')
        assert.equal((await add('grÜße')).kind, 'taken')
        for (let n = 2; n < MAX_LABELS - 1; n += 1) await addLabel(store, accountKey, `number ${n}`)
        const last = await Promise.all([
          add('one'),
          other.inbox.addLabel({ accountKey, name: 'two', color: 'red', now: NOW }),
        ])
        assert.deepEqual(last.map(({ kind }) => kind).sort(), ['full', 'label'])
        const view = (name: string) => store.inbox.addView({ accountKey, name, filter: '{}', now: NOW })
        for (let n = 1; n <= MAX_VIEWS; n += 1) assert.equal((await view(`v${n}`)).kind, 'view')
        assert.equal((await view('V1')).kind, 'taken')
        assert.equal((await view('one more')).kind, 'full')
      }))

    test('a deleted account leaves none of them', () =>
      withStores(place, 1, async (store) => {
        const { id, accountKey } = await claimedBy(store, ADA)
        const key = await receive(store, id)
        const label = await addLabel(store, accountKey, 'Lead')
        await mark(store, accountKey, [key], STAR)
        await mark(store, accountKey, [key], { kind: 'labels', labelKeys: [label] })
        await store.inbox.addView({ accountKey, name: 'View', filter: '{}', now: NOW })
        await store.accounts.closeAccount({ accountKey, now: NOW })
        while (await store.accounts.emptyClosedAccounts());
        assert.deepEqual(await store.inbox.listLabels(accountKey), [])
        assert.deepEqual(await store.inbox.listViews(accountKey), [])
        assert.deepEqual(await list(store, accountKey, { starred: true }), [])
      }))
  })
}

test('on PostgreSQL a mark waits for the hand-over of the form, and does nothing then', {
  skip: names.includes('PostgreSQL') ? false : 'about PostgreSQL',
}, async () => {
  const at = await places.PostgreSQL()
  const store = await openPlace(at)
  const other = await at.connect()
  const { id, accountKey } = await claimedBy(store, ADA)
  const bo = await claimedBy(store, BO)
  const key = await receive(store, id)
  const labelKey = await addLabel(store, accountKey, 'Lead')
  const marks: Mark[] = [STAR, { kind: 'note', note: 'Call back' }, { kind: 'labels', labelKeys: [labelKey] }]
  let late: Promise<number[]>[] = []
  await other.transaction(async ({ db }) => {
    await sql`select key from endpoints where id = ${id} for update`.execute(db)
    late = marks.map((how) => mark(store, accountKey, [key], how))
    let isDone = false
    void Promise.any(late).then(() => {
      isDone = true
    })
    await until(async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(other.reads)
      return rows.length > 0 || isDone
    })
    await db.updateTable('endpoints').set({ account_key: bo.accountKey }).where('id', '=', id).execute()
  })
  assert.deepEqual(await Promise.all(late), [[], [], []])
  for (const table of ['submission_work', 'submission_labels'] as const)
    assert.deepEqual(await other.reads.selectFrom(table).selectAll().execute(), [])
  await store.close()
  await other.close()
  await at.close()
})
