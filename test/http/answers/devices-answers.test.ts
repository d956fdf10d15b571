import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNotifiedOwner } from '../../support/devices/notified-owner.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'

test('device responses match the OpenAPI document', async () => {
  await using told = await startNotifiedOwner()
  const { service, ada, push } = told
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const list = await ada.get('/devices')
  check('get', '/api/v1/devices', list)
  const key = String(list.json.server_key)
  const subscription = await push.subscribe('phone', key)
  const added = await ada.post('/devices', { subscription })
  check('post', '/api/v1/devices', added)
  const { id } = added.json as { id: string }
  check('get', '/api/v1/devices', await ada.get('/devices'))
  const quiet_hours = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' }
  check('patch', '/api/v1/devices/{id}', await ada.patch(`/devices/${id}`, { quiet_hours }))
  check('patch', '/api/v1/devices/{id}', await ada.patch('/devices/nobodys', { quiet_hours }))
  const elsewhere = { ...subscription, endpoint: 'http://push.test/1' }
  check('patch', '/api/v1/devices/{id}', await ada.patch(`/devices/${id}`, { subscription: elsewhere }))
  check('post', '/api/v1/devices', await ada.post('/devices', { subscription: elsewhere }))
  check('post', '/api/v1/devices/{id}/test', await ada.post(`/devices/${id}/test`))
  push.answerWith(500)
  check('post', '/api/v1/devices/{id}/test', await ada.post(`/devices/${id}/test`))
  check('post', '/api/v1/devices/{id}/test', await ada.post('/devices/nobodys/test'))
  push.answerWith(201)
  for (let other = 1; other < 11; other += 1) {
    // Beyond the limits of an hour and of a day.
    service.pass({ hours: 10 })
    const owner = await signIn(service)
    const answer = await owner.post('/devices', { subscription: await push.subscribe(String(other), key) })
    check('post', '/api/v1/devices', answer)
    assert.equal(answer.status, other < 10 ? 201 : 409)
  }
  for (let tests = 0; tests < 20; tests += 1) await ada.post(`/devices/${id}/test`)
  check('post', '/api/v1/devices/{id}/test', await ada.post(`/devices/${id}/test`))
  check('post', '/api/v1/devices', await ada.post('/devices', { subscription }))
  check('delete', '/api/v1/devices/{id}', await ada.delete(`/devices/${id}`))
  check('delete', '/api/v1/devices/{id}', await ada.delete(`/devices/${id}`))
  assert.deepEqual(notGiven('devices'), [])
})
