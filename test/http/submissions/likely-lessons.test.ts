import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KEPT_DAYS } from '../../../src/domain/spam/words/lesson.ts'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const MESSAGE = 'Hello, I would like to book a table for two'

/** Sends a message and returns its id, with what the owner can do with it. */
async function receive(service: TestService, ada: Owner) {
  const { json } = await service.submit(ada.endpoint, { message: MESSAGE, email: 'bo@builds.dev' })
  const id = String(json.submission_id)
  return {
    open: () => ada.patch(`/submissions/${id}`, { read: true }),
    readInBulk: () => ada.post('/submissions/bulk', { ids: [id], action: 'read' }),
    move: (folder: string) => ada.patch(`/submissions/${id}`, { folder }),
    answer: (text: string) => ada.post(`/submissions/${id}/answer`, { text }),
  }
}

async function countLessons(service: TestService): Promise<{ ham: number; spam: number; hello: number }> {
  await service.deliver()
  const [account] = await service.sql('select ham_lessons as ham, spam_lessons as spam from accounts')
  const [most] = await service.sql('select max(ham) as hello from spam_tokens')
  return { ham: Number(account?.ham), spam: Number(account?.spam), hello: Number(most?.hello ?? 0) }
}

const NOTHING = { ham: 0, spam: 0, hello: 0 }

test('what the owner opens and leaves in the inbox for a week counts half as real', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { open, move } = await receive(service, ada)
  await open()
  service.pass({ days: KEPT_DAYS - 1 })
  await ada.get('/account')
  service.pass({ days: 1, seconds: -1 })
  assert.deepEqual(await countLessons(service), NOTHING)
  service.pass({ seconds: 1 })
  assert.deepEqual(await countLessons(service), { ham: 0.5, spam: 0, hello: 0.5 })
  assert.deepEqual(await countLessons(service), { ham: 0.5, spam: 0, hello: 0.5 }, 'once')
  const { json } = await ada.get('/account')
  assert.equal(Object(json.learned).real, 0, 'rounded down')
  await move('archive')
  assert.deepEqual(await countLessons(service), { ham: 1, spam: 0, hello: 1 }, 'in place of the half')
  await move('spam')
  assert.deepEqual(await countLessons(service), { ham: 0, spam: 1, hello: 0 })
})

test('what is moved, deleted, or marked as read in a list within the week is not learned as kept', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const trashed = await receive(service, ada)
  await trashed.open()
  await trashed.move('trash')
  const spam = await receive(service, ada)
  await spam.open()
  await spam.move('spam')
  const listed = await receive(service, ada)
  await listed.readInBulk()
  await receive(service, ada)
  service.pass({ days: KEPT_DAYS })
  assert.deepEqual(await countLessons(service), { ham: 0, spam: 1, hello: 0 })
})

test('an answer counts half at once, and no more than that', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const { open, answer } = await receive(service, ada)
  await open()
  await answer('Yes.')
  assert.deepEqual(await countLessons(service), { ham: 0.5, spam: 0, hello: 0.5 })
  await answer('Yes, at eight.')
  service.pass({ days: KEPT_DAYS })
  assert.deepEqual(await countLessons(service), { ham: 0.5, spam: 0, hello: 0.5 })
})

test('a form without a filter teaches nothing', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { spam: { level: 'off' } })
  const { open, answer } = await receive(service, ada)
  await open()
  await answer('Yes.')
  service.pass({ days: KEPT_DAYS })
  assert.deepEqual(await countLessons(service), NOTHING)
})
