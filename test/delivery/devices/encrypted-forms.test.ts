import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDevice, startNotifiedOwner } from '../../support/devices/notified-owner.ts'
import { makeKey, useKey } from '../../support/openpgp/key.ts'

const WORD = 'quaggaword'
const CONTENT = { name: `Grace ${WORD}`, email: `${WORD}@visitor.dev`, message: `about ${WORD}` }

test('with an OpenPGP key, a notification has no word of a message', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  await useKey(service, ada, await makeKey(service))
  await addDevice({ push, owner: ada })
  await service.submit(ada.endpoint, CONTENT)
  await fixture.notify()
  await service.submit(ada.endpoint, CONTENT)
  service.pass({ minutes: 1 })
  await fixture.notify()
  const pushed = push.pushed.slice(1)
  assert.deepEqual(
    pushed.map(({ title, body }) => [title, body]),
    [
      ['New message from your form', ''],
      ['2 new messages from your form', ''],
    ],
  )
  // Content may leave by other ways; a notification still says none of it.
  await ada.patch('/account/email-key', { encrypted_only: false })
  service.pass({ minutes: 1 })
  await service.submit(ada.endpoint, CONTENT)
  await fixture.notify()
  assert.equal(push.pushed.length, 4)
  for (const { text } of push.pushed) assert.ok(!text.includes(WORD))
})

test('a form that stores encrypted submissions announces none of their words', async () => {
  await using fixture = await startNotifiedOwner()
  const { push, ada, service } = fixture
  await useKey(service, ada, await makeKey(service))
  const stored = await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { store: 'encrypted', name: 'Secret' })
  assert.equal(stored.status, 200, stored.text)
  await addDevice({ push, owner: ada })
  await service.submit(ada.endpoint, CONTENT)
  await fixture.notify()
  const [, pushed] = push.pushed
  assert.deepEqual([pushed?.title, pushed?.body], ['New message from Secret', ''])
  assert.ok(!pushed?.text.includes(WORD))
})
