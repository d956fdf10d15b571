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
  const bo = await signIn(service, BO)
  check('get', emails, await bo.get('/operator/emails'))
  for (const path of ['owners', 'endpoints', 'log', 'instance', 'refusals']) {
    for (const owner of [ada, bo]) {
      check('get', `/api/v1/operator/${path}`, await owner.get(`/operator/${path}`))
    }
  }
  for (const path of ['owners', 'endpoints']) {
    check('get', `/api/v1/operator/${path}`, await ada.get(`/operator/${path}?q=%00`))
  }
  const suspensions = '/api/v1/operator/suspensions'
  for (const subject of [BO, 'nonsense', 'f_0000000000000000']) {
    check('post', suspensions, await ada.post('/operator/suspensions', { subject, suspended: true }))
  }
  const outs = '/api/v1/operator/sign-outs'
  for (const email of [BO, 'nobody@acme.org', 1]) {
    check('post', outs, await ada.post('/operator/sign-outs', { email }))
  }
  for (const email of [BO, 'nobody@acme.org', 'x'.repeat(255)])
    check('get', '/api/v1/operator/export', await ada.get(`/operator/export?email=${email}`))
  for (const email of [BO, 'nobody@acme.org', 'x'.repeat(255)])
    check('get', '/api/v1/operator/usage', await ada.get(`/operator/usage?email=${email}`))
  for (const [email, plan] of [
    [BO, 'pro'],
    ['nobody@acme.org', 'pro'],
    [BO, 'gold'],
    [BO, 1],
  ])
    check('post', '/api/v1/operator/plans', await ada.post('/operator/plans', { email, plan }))
  for (const email of [BO, BO, 'ada@lovelace.dev', 1])
    check('post', '/api/v1/operator/deletions', await ada.post('/operator/deletions', { email }))
  assert.deepEqual(notGiven('operator'), [])
})
