import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOwned } from '../../support/devices/create-owned.ts'
import { addDevice, startNotifiedOwner } from '../../support/devices/notified-owner.ts'

const titles = (pushed: readonly { title: string }[]) => pushed.map(({ title }) => title)

test('notifies a device of a new submission, encrypted to its browser', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  const device = await addDevice({ push, owner: ada })
  assert.deepEqual([device.name, device.current], ['Unknown device', true])
  const [on] = push.pushed
  assert.deepEqual([on?.title, on?.tag, on?.unread], ['Notifications are on', 'about', null])
  await service.submit(ada.endpoint, {
    name: 'Grace Hopper',
    email: 'grace@navy.mil',
    message: 'Is it a moth?',
  })
  await service.deliver()
  assert.equal(push.pushed.length, 1, 'submissions settle first')
  await fixture.notify()
  const pushed = push.pushed[1]
  assert.ok(pushed)
  assert.equal(pushed.title, 'New message from your form')
  assert.equal(pushed.body, 'Grace Hopper\nIs it a moth?')
  assert.equal(pushed.unread, 2)
  assert.equal(pushed.tag, ada.endpoint.form_id)
  assert.match(pushed.path, /^\/app\/inbox\/sub_\w+$/)
  assert.equal(pushed.claims.sub, 'mailto:emails@formslot.dev')
  assert.ok(!pushed.topic.includes(ada.endpoint.form_id.slice(2)))
  assert.equal(pushed.bodyBytes, on?.bodyBytes, 'its length says nothing')
  await fixture.notify()
  assert.equal(push.pushed.length, 2, 'nothing is announced twice')
})

test('announces several new submissions of a form as one, and at most once a minute', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: 'Contact' })
  service.pass({ minutes: 2 })
  await addDevice({ push, owner: ada })
  service.pass({ seconds: 1 })
  for (const message of ['one', 'two', 'three']) await service.submit(ada.endpoint, { message })
  await fixture.notify()
  assert.deepEqual(titles(push.pushed.slice(1)), ['3 new messages from Contact'])
  assert.equal(push.pushed[1]?.path, `/app/inbox?endpoint=${ada.endpoint.form_id}`)
  await service.submit(ada.endpoint, { message: 'four' })
  await fixture.notify()
  assert.equal(push.pushed.length, 2, 'within the same minute')
  service.pass({ minutes: 1 })
  await fixture.notify()
  const [, first, second] = push.pushed
  assert.equal(second?.title, '4 new messages from Contact', 'those that it replaces are counted')
  assert.deepEqual([second?.tag, second?.topic], [first?.tag, first?.topic])
})

test('announces forms one by one, and more than four together', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  const forms = []
  for (const name of ['A', 'B', 'C', 'D', 'E']) forms.push(await createOwned(service, ada, name))
  await addDevice({ push, owner: ada })
  for (const form of forms.slice(0, 4)) await service.submit(form, { message: 'hello' })
  await fixture.notify()
  assert.deepEqual(
    titles(push.pushed.slice(1)).sort(),
    ['A', 'B', 'C', 'D'].map((name) => `New message from ${name}`),
  )
  assert.equal(new Set(push.pushed.map(({ topic }) => topic)).size, 5)
  service.pass({ minutes: 1 })
  for (const form of forms) await service.submit(form, { message: 'again' })
  await fixture.notify()
  const last = push.pushed.at(-1)
  assert.deepEqual([push.pushed.length, last?.title, last?.body], [6, '9 new messages', 'From 5 forms'])
})

test('notifies a device only of the forms that it chose', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  const chosen = await createOwned(service, ada, 'Chosen')
  await addDevice({ push, owner: ada }, { endpoint_ids: [chosen.form_id] })
  await service.submit(ada.endpoint, { message: 'not notified' })
  await fixture.notify()
  assert.equal(push.pushed.length, 1)
  await service.submit(chosen, { message: 'notified' })
  await fixture.notify()
  assert.deepEqual(titles(push.pushed.slice(1)), ['New message from Chosen'])
})

test('announces neither spam nor what was read meanwhile', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  await addDevice({ push, owner: ada })
  await service.submit(ada.endpoint, { message: 'a bot', _gotcha: 'filled' })
  await service.submit(ada.endpoint, { message: 'read at once' })
  const { data } = (await ada.get('/submissions?folder=inbox')).json as { data: { id: string }[] }
  for (const { id } of data) await ada.patch(`/submissions/${id}`, { read: true })
  await fixture.notify()
  assert.equal(push.pushed.length, 1)
})

test('waits during quiet hours, in the time zone of the owner', async () => {
  // 22:30 in Berlin.
  await using fixture = await startNotifiedOwner({ now: new Date('2026-11-10T21:30:00.000Z') })
  const { push, ada, service } = fixture
  await addDevice(
    { push, owner: ada },
    { quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' } },
  )
  for (const message of ['late', 'later']) await service.submit(ada.endpoint, { message })
  await fixture.notify()
  service.pass({ hours: 8 })
  await fixture.notify()
  assert.equal(push.pushed.length, 1, '06:30')
  service.pass({ minutes: 30 })
  await fixture.notify()
  assert.deepEqual(titles(push.pushed.slice(1)), ['2 new messages from your form'])
})

test('a submission that awaits its verdict is announced after it, and not before', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  await addDevice({ push, owner: ada })
  await service.submit(ada.endpoint, { message: 'to be judged' })
  const endpoint = await service.sql(
    `select key, newest_key from endpoints where id = '${ada.endpoint.form_id}'`,
  )
  const { key, newest_key: newest } = endpoint[0] as { key: number; newest_key: number }
  // Leased by another node, which judges for longer.
  const until = service.now().getTime() + 3_600_000
  await service.sql(
    `insert into judgements (submission_key, endpoint_key, due_at, score, reasons, lease, leased_by, leased_until)
     values (${newest}, ${key}, ${until}, 1, '[]', 'held', 'another', ${until})`,
  )
  await service.submit(ada.endpoint, { message: 'judged' })
  await fixture.notify()
  assert.equal(push.pushed.length, 1)
  await service.sql('delete from judgements')
  await fixture.notify()
  assert.deepEqual(titles(push.pushed.slice(1)), ['2 new messages from your form'])
})

test('words that visitors sent cannot break a notification', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name: '🪲'.repeat(50), spam: { level: 'off' } })
  await addDevice({ push, owner: ada })
  const long = '\u202e\u0000"\\\n𝔊'.repeat(2000)
  await service.submit(ada.endpoint, { name: long, message: long })
  await fixture.notify()
  const pushed = push.pushed[1]
  assert.ok(pushed && !/[\u0000\u202e]/.test(pushed.body))
  assert.ok(Array.from(pushed.body).length <= 201, String(pushed.body.length))
})
