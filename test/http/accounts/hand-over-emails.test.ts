import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CLIENT, openAgency } from '../../support/fixtures/hand-over.ts'

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
