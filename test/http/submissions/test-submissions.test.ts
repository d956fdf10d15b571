import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

const SITE = 'https://site.dev'

type Ada = Awaited<ReturnType<typeof signIn>>
type Listed = { id: string; test: boolean }

async function listAll(ada: Ada): Promise<Listed[]> {
  return (await ada.get('/submissions?folder=all')).json.data as Listed[]
}

async function sendTest(ada: Ada): Promise<string> {
  const sent = await ada.post(`/endpoints/${ada.endpoint.form_id}/test`)
  assert.equal(sent.status, 201, sent.text)
  return String(sent.json.submission_id)
}

test('a test submission is emailed like any other and marked in the inbox', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.deliver()
  const before = (await service.emails()).length
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { allowed_origins: [SITE], honeypot: 'name' })
  const id = await sendTest(ada)
  const { json } = await ada.get(`/submissions/${id}`)
  assert.equal(json.test, true)
  assert.equal(json.folder, 'inbox')
  assert.deepEqual((json.fields as unknown[]).at(-1), ['_test', true])
  assert.deepEqual(
    (await listAll(ada)).map((one) => one.test),
    [true, false],
  )
  await service.deliver()
  const emails = await service.emails()
  assert.equal(emails.length, before + 1)
  assert.match(emails.at(-1)?.text ?? '', /This is a test submission/)
  assert.doesNotMatch(emails.at(-1)?.text ?? '', /_test/)
})

test('a visitor who sends the field _test sends a real submission', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await service.submit(ada.endpoint, { message: 'real', _test: 'true' })
  assert.equal((await listAll(ada))[0]?.test, false)
})

test('a test submission counts nowhere, and is accepted when the quota is used up', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const facts = async () => {
    const { submissions, unread, days, last_submission_at } = (
      await ada.get(`/endpoints/${ada.endpoint.form_id}`)
    ).json
    const list = await ada.get('/submissions')
    const usage = await ada.get('/usage')
    return { submissions, unread, days, last_submission_at, listed: list.json.unread, usage: usage.json }
  }
  for (let count = 0; count < 50; count += 1) {
    // One address gets half of what is left within an hour.
    service.pass({ hours: 2 })
    await service.submit(ada.endpoint, { message: `number ${count}` })
  }
  const over = await service.post(ada.endpoint.endpoint_url, { json: { message: 'over' } })
  assert.deepEqual([over.status, over.json.code], [429, 'monthly_quota'])
  const before = await facts()
  assert.deepEqual(before.usage.endpoints, [{ id: ada.endpoint.form_id, name: null, used: 50, limit: 50 }])
  assert.deepEqual([before.usage.month, before.usage.resets_at], ['2026-11', '2026-12-01T00:00:00.000Z'])
  service.pass({ minutes: 1 })
  const id = await sendTest(ada)
  assert.equal((await listAll(ada))[0]?.id, id)
  assert.deepEqual(await facts(), before)
})

test('the first real submission deletes the test submission, spam does not', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = await sendTest(ada)
  await service.submit(ada.endpoint, { message: 'buy', _gotcha: 'x' })
  assert.equal((await ada.get(`/submissions/${id}`)).status, 200)
  await service.submit(ada.endpoint, { message: 'real' })
  assert.equal((await ada.get(`/submissions/${id}`)).status, 404)
  assert.deepEqual(
    (await listAll(ada)).map((one) => one.test),
    [false, false, false],
  )
})

test('a test submission sent together with real ones is deleted by those after it', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await Promise.all([
    sendTest(ada),
    ...Array.from({ length: 8 }, (_, n) => service.submit(ada.endpoint, { message: `real ${n}` })),
  ])
  await service.submit(ada.endpoint, { message: 'the last' })
  const listed = await listAll(ada)
  assert.deepEqual([listed.length, listed.filter((one) => one.test).length], [10, 0])
})

test('a form holds one test submission: the next one replaces it, and Delete moves it to the trash', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const first = await sendTest(ada)
  const second = await sendTest(ada)
  assert.equal((await ada.get(`/submissions/${first}`)).status, 404)
  assert.equal((await ada.delete(`/submissions/${second}`)).status, 204)
  assert.deepEqual(
    (await listAll(ada)).map((one) => one.test),
    [false],
  )
})

test('exports leave test submissions out unless asked for them', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const id = await sendTest(ada)
  for (const format of ['csv', 'json', 'ndjson']) {
    const text = async (more: string) => (await ada.get(`/submissions/export?format=${format}${more}`)).text
    assert.ok(!(await text('')).includes(id), format)
    assert.ok(!(await text('&include=all')).includes('_test'), format)
    assert.ok((await text('&tests=1')).includes(id), format)
  }
})

test('an account sends at most 30 test submissions an hour', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (let count = 0; count < 30; count += 1) await sendTest(ada)
  const over = await ada.post(`/endpoints/${ada.endpoint.form_id}/test`)
  assert.deepEqual(
    [over.status, over.json.code, over.headers.get('retry-after')],
    [429, 'submit_rate', '3600'],
  )
  service.pass({ hours: 1 })
  await sendTest(ada)
})
