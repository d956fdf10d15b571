import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_REVIEW_AGE_MS } from '../../../src/domain/spam/doubt.ts'
import { DAY } from '../../../src/domain/time.ts'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { type Endpoint, startService, type TestService } from '../../support/service/service.ts'

const REAL = 'Hello, I would like to book a table for two on Friday evening'
/** Points for link code alone: half of what makes spam. */
const ODD = 'Have a look at <a href="https://studio-nord.de/menu">our menu</a> before you answer'
/** Spam at the level normal. */
const SPAM =
  'Buy cheap viagra and cialis online now, no prescription, best pills <a href="https://pills.top/x">here</a>'

type Doubtful = { id: string; folder: string; doubts: string[] }

function reviewer(ada: Owner) {
  return {
    list: async () => (await ada.get('/submissions/doubtful')).json.data as Doubtful[],
    say: async (id: string, spam: boolean | null) =>
      (await ada.post('/submissions/review', { ids: [id], spam })).json.changed,
    folderOf: async (id: string) => (await ada.get(`/submissions/${id}`)).json.folder,
  }
}

async function send(service: TestService, endpoint: Endpoint, message: string): Promise<string> {
  const { json } = await service.submit(endpoint, { message, email: 'bo@builds.dev' })
  return String(json.submission_id)
}

async function countLessons(service: TestService): Promise<{ ham: number; spam: number }> {
  await service.deliver()
  const [account] = await service.sql('select ham_lessons as ham, spam_lessons as spam from accounts')
  return { ham: Number(account?.ham), spam: Number(account?.spam) }
}

test('lists what the filter is not sure of in the inbox and the spam folder, with what speaks for spam', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { list } = reviewer(ada)
  await send(service, ada.endpoint, REAL)
  const odd = await send(service, ada.endpoint, ODD)
  const spam = await send(service, ada.endpoint, SPAM)
  await service.submit(ada.endpoint, { message: REAL, _gotcha: 'x' })
  const doubtful = await list()
  assert.deepEqual(
    doubtful.map(({ id, folder }) => [id, folder]),
    [
      [spam, 'spam'],
      [odd, 'inbox'],
    ],
  )
  assert.deepEqual(doubtful[1]?.doubts, ['markup'])
  assert.equal(doubtful[0]?.doubts.includes('pills'), true)
  for (let day = 0; day <= MAX_REVIEW_AGE_MS / DAY; day += 1) {
    service.pass({ days: 1 })
    await ada.get('/account')
  }
  assert.deepEqual(await list(), [])
})

test('what the owner says teaches the filter, also where the verdict was right, and can be taken back', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { list, say, folderOf } = reviewer(ada)
  const odd = await send(service, ada.endpoint, ODD)
  const spam = await send(service, ada.endpoint, SPAM)
  assert.equal(await say(odd, false), 1)
  assert.equal(await say(spam, true), 1)
  assert.equal(await say(spam, true), 0, 'it is said already')
  assert.deepEqual([await folderOf(odd), await folderOf(spam)], ['inbox', 'spam'])
  assert.deepEqual(await countLessons(service), { ham: 1, spam: 1 })
  assert.deepEqual(await list(), [])
  assert.equal(await say(odd, null), 1)
  assert.equal(await say(spam, null), 1)
  assert.deepEqual(await countLessons(service), { ham: 0, spam: 0 })
  assert.equal((await list()).length, 2)
})

test('a submission that the owner calls real is emailed, and one that they call spam moves', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { say, folderOf } = reviewer(ada)
  const odd = await send(service, ada.endpoint, ODD)
  const spam = await send(service, ada.endpoint, SPAM)
  await service.deliver()
  assert.equal(await say(spam, false), 1)
  assert.equal(await say(odd, true), 1)
  await service.deliver()
  const emails = await service.emails()
  assert.equal(emails.filter(({ text }) => text?.includes('viagra')).length, 1)
  assert.deepEqual([await folderOf(odd), await folderOf(spam)], ['spam', 'inbox'])
  assert.deepEqual(await countLessons(service), { ham: 1, spam: 1 })
})

test('nothing outside of the inbox and the spam folder is reviewed, and nothing of others', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, 'bo@builds.dev')
  const { list, say, folderOf } = reviewer(ada)
  const archived = await send(service, ada.endpoint, ODD)
  const trashed = await send(service, ada.endpoint, `${ODD}, please`)
  await ada.patch(`/submissions/${archived}`, { folder: 'archive' })
  await ada.patch(`/submissions/${trashed}`, { folder: 'trash' })
  const others = await send(service, bo.endpoint, ODD)
  assert.deepEqual(await list(), [])
  for (const id of [archived, trashed, others, 'unknown']) assert.equal(await say(id, true), 0)
  assert.deepEqual([await folderOf(archived), await folderOf(trashed)], ['archive', 'trash'])
  assert.equal((await bo.get(`/submissions/${others}`)).json.folder, 'inbox')
})

test('a form without a filter leaves no doubt, nor does a real submission by a sender whom the owner allows', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { list } = reviewer(ada)
  const form = `/endpoints/${ada.endpoint.form_id}`
  await send(service, ada.endpoint, ODD)
  await send(service, ada.endpoint, SPAM)
  assert.equal((await list()).length, 2)
  await ada.patch(form, { spam: { level: 'off' } })
  assert.deepEqual(await list(), [])
  await ada.patch(form, { spam: { level: 'normal', allow: ['bo@builds.dev'] } })
  assert.deepEqual(
    (await list()).map(({ folder }) => folder),
    ['spam'],
  )
})

test('long submissions end the list before the shorter ones behind them, so that a call takes little time', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { list } = reviewer(ada)
  await send(service, ada.endpoint, ODD)
  const fields = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, 'long '.repeat(6000)]))
  for (const message of ['one', 'two']) await service.submit(ada.endpoint, { ...fields, message })
  assert.equal((await list()).length, 1)
  await service.submit(ada.endpoint, { ...fields, message: 'three' })
  assert.equal((await list()).length, 0)
})
