import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { BO, startService } from '../../support/service/service.ts'

test('a queue key does only what its scopes allow: publish without reading, or consume without publishing', async () => {
  await using service = await startService()
  const queue = await createClaimedQueue(service)
  const ada = await signIn(service)
  const keyFor = async (scope: string) =>
    queue.as(String((await ada.post(`/queues/${queue.id}/keys`, { name: scope, scopes: [scope] })).json.key))
  const [publishes, consumes] = [await keyFor('publish'), await keyFor('consume')]
  const said = async (asked: ReturnType<typeof queue.pull>) => {
    const { status, json } = await asked
    return status < 300 ? status : json.code
  }
  assert.equal(await said(publishes.publish('from a form')), 201)
  for (const path of ['/messages/pull', '/messages/peek', '/messages/ack', '/dead/msg_x/replay']) {
    assert.equal(await said(publishes.post(path)), 'scope_missing', path)
  }
  assert.equal(await said(publishes.get('/dead')), 'scope_missing')
  for (const path of ['', '/messages', '/messages/batch']) {
    assert.equal(await said(consumes.post(path, { body: 1 })), 'scope_missing', path)
  }
  assert.equal(await said(consumes.post('/messages/peek')), 200)
  assert.equal((await consumes.pulled())[0]?.body, 'from a form')
  for (const key of [publishes, consumes]) assert.equal((await key.get('/status')).json.backlog_count, 1)
})

test("an account key opens its owner's queues, and another owner's do not exist for it", async () => {
  await using service = await startService()
  const queue = await createClaimedQueue(service)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const body = { name: 'both', scopes: ['read', 'write'] }
  const [hers, his] = await Promise.all(
    [ada, bo].map(async (owner) => queue.as(String((await owner.post('/keys', body)).json.key))),
  )
  assert.ok(hers && his)
  assert.equal((await hers.publish('hers')).status, 201)
  const foreign = await his.pull()
  const unknown = await service.post('/q/q_0000000000000000/messages/pull', {
    json: {},
    headers: his.headers,
  })
  assert.deepEqual({ ...foreign.json, request_id: '' }, { ...unknown.json, request_id: '' })
  for (const path of ['', '/messages', '/messages/pull', '/messages/peek', '/messages/ack']) {
    assert.equal((await his.post(path, {})).json.code, 'endpoint_not_found', path)
  }
  assert.equal((await his.get('/dead')).status, 404)
  assert.equal((await hers.pulled())[0]?.body, 'hers')
})
