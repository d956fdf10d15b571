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
  const toStatus = async (response: ReturnType<typeof queue.pull>) => {
    const { status, json } = await response
    return status < 300 ? status : json.code
  }
  assert.equal(await toStatus(publishes.publish('from a form')), 201)
  for (const path of ['/messages/pull', '/messages/peek', '/messages/ack', '/dead/msg_x/replay']) {
    assert.equal(await toStatus(publishes.post(path)), 'scope_missing', path)
  }
  assert.equal(await toStatus(publishes.get('/dead')), 'scope_missing')
  for (const path of ['', '/messages', '/messages/batch']) {
    assert.equal(await toStatus(consumes.post(path, { body: 1 })), 'scope_missing', path)
  }
  assert.equal(await toStatus(consumes.post('/messages/peek')), 200)
  assert.equal((await consumes.pulled())[0]?.body, 'from a form')
  for (const key of [publishes, consumes]) assert.equal((await key.get('/status')).json.backlog_count, 1)
})

test("an account key opens its owner's queues, and another owner's do not exist for it", async () => {
  await using service = await startService()
  const queue = await createClaimedQueue(service)
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  const body = { name: 'both', scopes: ['read', 'write'] }
  const [adasQueue, bosQueue] = await Promise.all(
    [ada, bo].map(async (owner) => queue.as(String((await owner.post('/keys', body)).json.key))),
  )
  assert.ok(adasQueue && bosQueue)
  assert.equal((await adasQueue.publish('hers')).status, 201)
  const foreign = await bosQueue.pull()
  const unknown = await service.post('/q/q_0000000000000000/messages/pull', {
    json: {},
    headers: bosQueue.headers,
  })
  assert.deepEqual({ ...foreign.json, request_id: '' }, { ...unknown.json, request_id: '' })
  for (const path of ['', '/messages', '/messages/pull', '/messages/peek', '/messages/ack']) {
    assert.equal((await bosQueue.post(path, {})).json.code, 'endpoint_not_found', path)
  }
  assert.equal((await bosQueue.get('/dead')).status, 404)
  assert.equal((await adasQueue.pulled())[0]?.body, 'hers')
})
