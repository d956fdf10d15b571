import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLIENT, openAgency } from '../../support/fixtures/hand-over.ts'
import { signIn } from '../../support/fixtures/owner.ts'

test('an email about malware that waits goes to the new owner', async () => {
  await using service = await openAgency()
  const { ada, form, ask, press, confirm } = service
  await press(await ask())
  await service.deliver()
  await service.submit(ada.endpoint, { message: 'with a file' })
  const data = `{"endpointId":"${form}","submissionKey":' || max(key) || '}`
  await service.sql(`insert into notices (key, kind, mailbox, data, created_at, expires_at)
    select 77, 'malware_found', 'ada@lovelace.dev', '${data}', 1, 4000000000000 from submissions`)
  await service.sql(`insert into outbox (key, kind, channel, target, created_at, due_at, attempts)
    select 77, 'notice', 'email', mailbox_key, 1, 1, 0 from endpoints where id = '${form}'`)
  assert.equal((await confirm()).status, 204)
  await service.deliver()
  const told = (await service.emails()).filter(({ text }) => text?.includes('malware'))
  assert.deepEqual(
    told.map(({ to }) => to?.[0]?.address),
    [CLIENT],
  )
})

test('an email that the trash or the filter has stopped counts as one to the new owner once it is resumed', async () => {
  await using service = await openAgency()
  const { ada, ask, press, confirm, list } = service
  await press(await ask())
  await service.deliver()
  await service.submit(ada.endpoint, { message: 'trashed' })
  await service.submit(ada.endpoint, { message: 'taken for spam' })
  const [spam, trashed] = await list(ada)
  await ada.patch(`/submissions/${trashed?.id}`, { folder: 'trash' })
  await ada.patch(`/submissions/${spam?.id}`, { folder: 'spam' })
  await service.sql(`update submissions set spam_reasons = '["words"]' where moved_to = 'spam'`)
  await service.sql(`update outbox set outcome = 'suppressed', due_at = null, settled_at = 1
    where submission_key in (select key from submissions where moved_to = 'spam')`)
  await service.deliver()
  assert.equal((await confirm()).status, 204)
  service.pass({ minutes: 1 })
  const client = await signIn(service, CLIENT)
  for (const each of [spam, trashed])
    assert.equal((await client.patch(`/submissions/${each?.id}`, { folder: 'inbox' })).status, 200)
  const due = await service.sql(`select outbox.target = endpoints.mailbox_key as own from outbox
    join endpoints on endpoints.key = outbox.endpoint_key where outbox.due_at is not null`)
  assert.deepEqual(
    due.map(({ own }) => Boolean(own)),
    [true, true],
  )
})
