import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

test('key responses match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const made = await ada.post('/keys', { name: 'nightly backup', scopes: ['read'] })
  check('post', '/api/v1/keys', made)
  check('get', '/api/v1/keys', await ada.get('/keys'))
  const place = `/keys/${made.json.id}`
  check('delete', '/api/v1/keys/{id}', await ada.delete(place))
  check('delete', '/api/v1/keys/{id}', await ada.delete(place))
  for (let count = 0; count < 50; count += 1) await ada.post('/keys', { name: 'one more', scopes: ['write'] })
  check('post', '/api/v1/keys', await ada.post('/keys', { name: 'too many', scopes: ['read'] }))
  for (const body of [
    {},
    { name: ' ', scopes: ['read'] },
    { name: 'x', scopes: [] },
    { name: 'a\nb', scopes: ['read'] },
  ]) {
    check('post', '/api/v1/keys', await ada.post('/keys', body))
  }
  assert.deepEqual(notGiven('keys'), [])
})
