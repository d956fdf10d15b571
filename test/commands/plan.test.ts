import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPlan } from '../../src/commands/plan.ts'
import { ADA, startService } from '../support/service.ts'

test('the operator gives an account another plan, while the service runs', async () => {
  await using service = await startService()
  const command = (plan: string, mailbox = 'Ada@Lovelace.dev') =>
    setPlan(service.config, { mailbox, plan, now: service.now() })
  const endpoint = await service.createEndpoint(ADA)
  assert.deepEqual(await command('pro'), {
    said: 'Ada@Lovelace.dev has no account: it has claimed no endpoint yet.',
    done: false,
  })
  await service.submit(endpoint, { message: 'x' })
  await service.get(await service.linkIn('claim'))
  for (let count = 0; count < 50; count += 1) {
    service.pass({ seconds: 2 })
    assert.equal((await service.submit(endpoint, { message: `${count}` })).status, 200)
  }
  service.pass({ seconds: 2 })
  assert.equal((await service.submit(endpoint, { message: 'too many' })).json.code, 'monthly_quota')
  assert.equal((await command('gold')).said, 'There is no plan "gold": there are free, pro.')
  assert.equal((await command('pro', 'nonsense')).done, false)
  assert.equal((await service.submit(endpoint, { message: 'too many' })).status, 429)
  assert.deepEqual(await command('pro'), { said: 'Ada@Lovelace.dev has the plan pro.', done: true })
  assert.equal((await service.submit(endpoint, { message: 'more' })).status, 200)
  assert.equal((await command('free')).done, true)
  assert.equal((await service.submit(endpoint, { message: 'too many' })).json.code, 'monthly_quota')
})
