import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/owner.ts'
import { createClaimedQueue } from '../../support/queue.ts'
import { startService } from '../../support/service.ts'

test('a key does what its scopes say: one publishes and sees nothing, the other takes and publishes nothing', async () => {
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
