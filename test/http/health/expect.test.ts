import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { ADA, startService } from '../../support/service/service.ts'

test('a creation may name the fields of the form, which only warns', async () => {
  await using service = await startService()
  const create = async (request: Parameters<typeof service.post>[1], query = '') => {
    const answer = await service.post(`/new${query}`, request)
    service.pass({ seconds: 2 })
    return answer
  }
  const json = await create({ json: { recipient: ADA, expect: ['email', 'message'] } })
  assert.deepEqual(
    [json.status, json.json.expect, json.json.warnings],
    [201, ['email', 'message'], undefined],
  )
  assert.equal(json.json.ignored_fields, undefined)
  const form = { recipient: ADA, expect: 'email, message' }
  assert.deepEqual((await create({ form })).json.expect, ['email', 'message'])
  const tried = await create({ form: { recipient: ADA, expect: `email,${'n'.repeat(65)}` } }, '?dry_run=1')
  assert.deepEqual([tried.status, tried.json.expect], [200, ['email']])
  const bad = await create({ json: { recipient: ADA, expect: [{ name: 'email' }, 7] } })
  assert.deepEqual([bad.status, bad.json.expect], [201, []], 'a mistake in it refuses nothing')
  assert.match(String(bad.json.warnings), /2 of 2 entries were ignored/)
  const none = await create({ form: { recipient: ADA } })
  assert.equal(none.json.expect, undefined)
  const queue = await service.post('/q/new', { form })
  assert.deepEqual(queue.json.ignored_fields, ['expect'], 'only forms have fields')

  const url = String(json.json.endpoint_url)
  const dryRun = async (fields: Record<string, string>) =>
    (await service.post(`${url}?dry_run=1`, { form: fields })).json.warnings
  assert.deepEqual(await dryRun({ email: 'jane@acme.dev', message: 'x' }), [])
  assert.deepEqual(await dryRun({ email: 'jane@acme.dev' }), [
    'the field "message" is expected and was not sent',
  ])
  assert.equal((await service.post(url, { form: { email: 'jane@acme.dev' } })).status, 200)
})

test('the owner reads and changes the expected fields, and their health tells of missing ones', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const path = `/endpoints/${ada.endpoint.form_id}`
  const expect = async () => Object((await ada.get(path)).json.settings).expect
  assert.deepEqual(await expect(), [])
  assert.equal((await ada.patch(path, { expect: ['city', ' message ', 'city'] })).status, 200)
  assert.deepEqual(await expect(), ['city', 'message'])
  const health = (await ada.get(`${path}/health`)).json as {
    expect: string[]
    findings: { message: string }[]
  }
  assert.deepEqual(health.expect, ['city', 'message'])
  assert.match(String(health.findings[0]?.message), /^This form is expected to send `city`/)
  for (const wrong of [
    [''],
    'city',
    ['a\nb'],
    ['n'.repeat(65)],
    Array.from({ length: 31 }, (_, n) => `n${n}`),
  ]) {
    assert.equal((await ada.patch(path, { expect: wrong })).status, 400)
  }
  const honest = { honeypot: 'city', expect: ['city', 'email'] }
  await ada.patch(path, honest)
  const tried = await service.post(`${ada.endpoint.endpoint_url}?dry_run=1`, { form: { message: 'x' } })
  assert.deepEqual(String(tried.json.warnings).match(/the field "\w+"/g), ['the field "email"'])
  const made = await ada.post('/endpoints', { name: 'Contact', expect: ['email'] })
  assert.deepEqual(Object(made.json.settings).expect, ['email'])
})
