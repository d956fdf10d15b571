import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { BO, startService } from '../../support/service/service.ts'

test('responses for operators match the OpenAPI document', async () => {
  await using service = await startService({ env: { FORMSLOT_OPERATORS: 'ada@lovelace.dev' } })
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const emails = '/api/v1/operator/emails'
  for (const query of ['', '?days=90&domain=acme', '?days=91', '?domain=%25'])
    check('get', emails, await ada.get(`/operator/emails${query}`))
  check('get', emails, await (await signIn(service, BO)).get('/operator/emails'))
  assert.deepEqual(notGiven('operator'), [])
})
