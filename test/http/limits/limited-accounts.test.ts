import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLimitedAccounts } from '../../../src/http/limits/limited-accounts.ts'

const ADA = 1
const BO = 2
const NOW = new Date('2026-11-10T09:00:00.000Z')
const HOUR = 60 * 60 * 1000

test('account limits count operations in progress, but not those without effect', async () => {
  const accounts = createLimitedAccounts({ times: 3, span: HOUR })
  const spend = (deed: Promise<number>, times = 1) =>
    accounts.spend({ accountKey: ADA, now: NOW, times, used: (used) => used }, () => deed)
  const slow = Promise.withResolvers<number>()
  const [one, other] = [spend(slow.promise), spend(slow.promise)]
  assert.equal(accounts.left(ADA, NOW), 1)
  assert.equal(accounts.left(BO, NOW), 3)
  const last = spend(slow.promise)
  assert.equal(accounts.secondsUntilFree(ADA, NOW), 3600)
  slow.resolve(0)
  await Promise.all([one, other, last])
  assert.equal(accounts.left(ADA, NOW), 3)

  assert.equal(await spend(Promise.resolve(2), 3), 2)
  assert.equal(accounts.left(ADA, NOW), 1)
  await assert.rejects(spend(Promise.reject(new Error('the database is away'))), /away/)
  assert.equal(accounts.left(ADA, NOW), 1)
  assert.equal(accounts.left(ADA, new Date(NOW.getTime() + HOUR)), 3)
})
