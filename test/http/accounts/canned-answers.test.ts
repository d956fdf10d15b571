import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  MAX_CANNED_ANSWERS,
  MAX_CANNED_NAME_LENGTH,
  MAX_CANNED_TEXT_LENGTH,
} from '../../../src/domain/accounts/canned-answer.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { BO, startService } from '../../support/service/service.ts'

const PATH = '/account/canned-answers'
const ONE = { name: 'Hours', text: 'Hello {name},\n\nwe open at nine.' }

test('keeps the canned answers of an account in their order, apart from those of others', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  assert.deepEqual((await ada.get(PATH)).json, { data: [] })
  const data = [ONE, { name: 'Thanks', text: 'Thank you, {name}. <script>alert(1)</script>' }, ONE]
  const saved = await ada.patch(PATH, { data })
  assert.deepEqual([saved.status, saved.json], [200, { data }])
  assert.deepEqual((await ada.get(PATH)).json, { data })
  assert.deepEqual((await bo.get(PATH)).json, { data: [] })
  const exported = JSON.parse((await ada.get('/account/export')).text)
  assert.deepEqual(exported.canned_answers, data)
  assert.deepEqual((await ada.patch(PATH, { data: [] })).json, { data: [] })
  assert.deepEqual((await ada.get(PATH)).json, { data: [] })
})

test('accepts answers up to each limit, and refuses those above and empty ones', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const set = async (...data: object[]) => (await ada.patch(PATH, { data })).status
  const many = (number: number) => Array.from({ length: number }, () => ONE)
  assert.equal(await set(...many(MAX_CANNED_ANSWERS + 1)), 400)
  assert.equal(await set({ ...ONE, name: 'x'.repeat(MAX_CANNED_NAME_LENGTH + 1) }), 400)
  assert.equal(await set({ ...ONE, text: 'x'.repeat(MAX_CANNED_TEXT_LENGTH + 1) }), 400)
  for (const wrong of [
    { name: ' ', text: 'x' },
    { name: 'x', text: ' ' },
    { name: 'a\nb', text: 'x' },
    { name: 'x', text: '\u0000' },
    { ...ONE, more: 1 },
  ])
    assert.equal(await set(wrong), 400, JSON.stringify(wrong))
  assert.deepEqual((await ada.get(PATH)).json, { data: [] }, 'nothing is saved')
  assert.equal(await set(...many(MAX_CANNED_ANSWERS)), 200)
  const longest = { name: 'x'.repeat(MAX_CANNED_NAME_LENGTH), text: 'x'.repeat(MAX_CANNED_TEXT_LENGTH) }
  assert.equal(await set(longest), 200)
})

test('asks for the scope of a key, and deletes the answers with the account', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await ada.patch(PATH, { data: [ONE] })
  const keyWith = async (scope: string) => {
    const key = String((await ada.post('/keys', { name: scope, scopes: [scope] })).json.key)
    return { authorization: `Bearer ${key}` }
  }
  const [reads, writes] = [await keyWith('read'), await keyWith('write')]
  const path = `/api/v1${PATH}`
  assert.equal((await service.get(path, reads)).status, 200)
  assert.equal((await service.get(path, writes)).status, 403)
  assert.equal((await service.get(path)).status, 401)
  const stored = () => service.sql('select key from accounts where canned_answers is not null')
  assert.equal((await stored()).length, 1)
  assert.equal((await ada.delete('/account')).status, 204)
  assert.equal((await stored()).length, 0)
})
