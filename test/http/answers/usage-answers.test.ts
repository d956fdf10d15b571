import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

test('usage responses match the OpenAPI document', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  check('get', '/api/v1/usage', await ada.get('/usage'))
  check('get', '/api/v1/usage', await ada.get('/usage?month=2026-10'))
  assert.deepEqual(notGiven('usage'), [])
})
