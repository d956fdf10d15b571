import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suppress } from '../../src/commands/suppress.ts'
import { claimFor } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

test('suppresses an address and lifts the suppression while the service runs', async () => {
  await using service = await startService()
  const create = () => service.post('/new', { form: { recipient: ADA } })
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'x' })
  await service.post(await service.linkIn('disown'), {})
  assert.equal((await create()).json.code, 'recipient_suppressed')
  const command = (to: 'suppress' | 'unsuppress', mailbox = 'Ada+work@lovelace.dev') =>
    suppress(service.config, { to, mailbox, now: service.now() })
  assert.deepEqual(await command('unsuppress'), {
    output: 'Ada+work@lovelace.dev is no longer suppressed.',
    done: true,
  })
  assert.equal((await create()).status, 201)
  service.pass({ seconds: 2 })
  const suppressed = await command('suppress')
  assert.equal(suppressed.done, true)
  assert.match(suppressed.output, /claimed, or its sign-in emails\.$/)
  assert.equal((await create()).json.code, 'recipient_suppressed')
  assert.equal((await command('unsuppress', 'nonsense')).done, false)
})

test('a suppressed address goes on getting the emails of the form that it has claimed', async () => {
  await using service = await startService()
  const own = await claimFor(service)
  const unclaimed = await service.createEndpoint()
  await suppress(service.config, { to: 'suppress', mailbox: ADA, now: service.now() })
  await service.submit(unclaimed, { message: 'silenced' })
  await service.submit(own, { message: 'a real order' })
  await service.deliver()
  const emails = await service.emails()
  assert.equal(emails.length, 2)
  assert.match(emails[1]?.text ?? '', /a real order/)
})
