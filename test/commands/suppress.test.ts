import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suppress } from '../../src/commands/suppress.ts'
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
  assert.equal((await command('suppress')).done, true)
  assert.equal((await create()).json.code, 'recipient_suppressed')
  assert.equal((await command('unsuppress', 'nonsense')).done, false)
})
