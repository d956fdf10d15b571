import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { ADA, startService } from '../../support/service/service.ts'

test('account responses match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const me = await ada.get('/me')
  check('get', '/api/v1/me', me)
  assert.equal(me.json.email, ADA)
  assert.deepEqual(me.json.scopes, ['read', 'write'])
  assert.equal((await ada.head('/me')).status, 200)
  const account = await ada.get('/account')
  check('get', '/api/v1/account', account)
  assert.deepEqual([account.json.endpoints, account.json.submissions], [1, 1])
  check('patch', '/api/v1/account', await ada.patch('/account', { spam_digest: false }))
  check('get', '/api/v1/audit', await ada.get('/audit'))
  check('get', '/api/v1/audit', await ada.get('/audit?cursor=x'))
  check('get', '/api/v1/account/export', await ada.get('/account/export'))
  check('delete', '/api/v1/account/learned-words', await ada.delete('/account/learned-words'))
  check('delete', '/api/v1/account', await ada.delete('/account'))
  assert.deepEqual(notGiven('account'), [])
})
