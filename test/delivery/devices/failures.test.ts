import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDevice, startNotifiedOwner } from '../../support/devices/notified-owner.ts'

type Device = { failure: { reason: string; final: boolean } | null }

async function findDevice({ ada }: Pick<Awaited<ReturnType<typeof startNotifiedOwner>>, 'ada'>) {
  const { data } = (await ada.get('/devices')).json as { data: Device[] }
  return data[0] ?? null
}

for (const status of [404, 410]) {
  test(`a device whose push service answers ${status} is removed`, async () => {
    await using fixture = await startNotifiedOwner()
    const { push, ada, service } = fixture
    await addDevice({ push, owner: ada })
    push.answerWith(status)
    await service.submit(ada.endpoint, { message: 'nobody is there' })
    await fixture.notify()
    assert.equal(await findDevice(fixture), null)
    const { data } = (await ada.get('/audit')).json as { data: { action: string; actor: unknown }[] }
    assert.deepEqual([data[0]?.action, data[0]?.actor], ['device_removed', null])
  })
}

test('tries again with growing pauses, and gives up after a day where the owner sees it', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  await addDevice({ push, owner: ada })
  push.answerWith(503)
  await service.submit(ada.endpoint, { message: 'it is down' })
  await fixture.notify()
  const before = push.requests.length
  const hours: number[] = []
  for (let minute = 0; minute < 26 * 60; minute += 1) {
    service.pass({ minutes: 1 })
    await service.deliver('devices')
    if (push.requests.length > before + hours.length) hours.push(minute / 60)
    assert.deepEqual((await findDevice(fixture))?.failure?.final, false)
  }
  assert.ok(hours.length >= 8 && hours.length <= 14, String(hours))
  assert.ok((hours.at(-1) ?? 0) <= 24, 'not beyond a day')
  push.answerWith(201)
  await service.submit(ada.endpoint, { message: 'it is up' })
  await fixture.notify()
  assert.equal(push.pushed.at(-1)?.body, 'it is up')
  assert.equal((await findDevice(fixture))?.failure, null)
})

test('waits as long as the push service asks', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  await addDevice({ push, owner: ada })
  push.answerWith(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
  await service.submit(ada.endpoint, { message: 'too many' })
  await fixture.notify()
  const before = push.requests.length
  service.pass({ minutes: 59 })
  await service.deliver('devices')
  assert.equal(push.requests.length, before)
  push.answerWith(201)
  service.pass({ minutes: 1 })
  await service.deliver('devices')
  assert.equal(push.pushed.at(-1)?.body, 'too many')
})

test('a push service that refuses the key of this instance stops the device, until the browser renews it', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  const { id } = await addDevice({ push, owner: ada })
  push.answerWith(403)
  await service.submit(ada.endpoint, { message: 'refused' })
  await fixture.notify()
  assert.deepEqual((await findDevice(fixture))?.failure?.final, true)
  assert.equal((await findDevice(fixture))?.failure?.reason, 'The push service answered 403.')
  push.answerWith(201)
  service.pass({ hours: 1 })
  await service.submit(ada.endpoint, { message: 'not notified' })
  await fixture.notify()
  assert.equal(push.pushed.length, 1)
  const { server_key: key } = (await ada.get('/devices')).json
  const subscription = await push.subscribe('renewed', String(key))
  assert.equal((await ada.patch(`/devices/${id}`, { subscription })).status, 200)
  assert.equal((await findDevice(fixture))?.failure, null)
  await service.deliver()
  assert.equal(push.pushed.at(-1)?.body, 'not notified')
})

test('a device whose subscription no link secret opens is stopped', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  await addDevice({ push, owner: ada })
  await service.sql("update devices set subscription = 's1.aaaaaaaaaaa.bbbb'")
  await service.submit(ada.endpoint, { message: 'lost' })
  await fixture.notify()
  assert.deepEqual((await findDevice(fixture))?.failure?.final, true)
})
