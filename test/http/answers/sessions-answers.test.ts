import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeIn, signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

test('session responses match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  check('get', '/api/v1/sessions', await ada.get('/sessions'))
  check('delete', '/api/v1/sessions/{id}', await ada.delete('/sessions/nobodys'))
  const other = await signIn(service)
  const me = await other.get('/me')
  const { id } = Object(me.json.session)
  check('delete', '/api/v1/sessions/{id}', await ada.delete(`/sessions/${id}`))
  check('delete', '/api/v1/sessions', await ada.delete('/sessions'))
  const again = await signIn(service)
  check('post', '/api/v1/step-up', await again.post('/step-up'))
  check('post', '/api/v1/step-up/confirm', await again.post('/step-up/confirm', { code: 'wrong' }))
  const code = await codeIn(service)
  check('post', '/api/v1/step-up/confirm', await again.post('/step-up/confirm', { code }))
  for (let sent = 0; sent < 6; sent += 1) check('post', '/api/v1/step-up', await again.post('/step-up'))
  check('post', '/api/v1/sign-out', await again.post('/sign-out'))
  assert.deepEqual(notGiven('sessions'), [])
})
