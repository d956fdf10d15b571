import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlidingWindow } from '../../../src/http/limits/sliding-window.ts'

const ADA = 'acc_ada'
const BO = 'acc_bo'
const NOW = new Date('2026-11-10T09:00:00.000Z')
const HOUR = 60 * 60 * 1000
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60 * 1000)

test('account limits count operations in progress, but not those without effect', async () => {
  const accounts = createSlidingWindow([{ times: 3, span: HOUR }])
  const spend = (used: Promise<number>, times = 1) =>
    accounts.spend({ key: ADA, now: NOW, times, used: (used) => used }, () => used)
  const slow = Promise.withResolvers<number>()
  const [one, other] = [spend(slow.promise), spend(slow.promise)]
  assert.equal(accounts.timesLeft(ADA, NOW), 1)
  assert.equal(accounts.timesLeft(BO, NOW), 3)
  const last = spend(slow.promise)
  assert.equal(accounts.secondsUntilFree(ADA, NOW), 3600)
  slow.resolve(0)
  await Promise.all([one, other, last])
  assert.equal(accounts.timesLeft(ADA, NOW), 3)

  assert.equal(await spend(Promise.resolve(2), 3), 2)
  assert.equal(accounts.timesLeft(ADA, NOW), 1)
  await assert.rejects(spend(Promise.reject(new Error('the database is away'))), /away/)
  assert.equal(accounts.timesLeft(ADA, NOW), 1)
  assert.equal(accounts.timesLeft(ADA, new Date(NOW.getTime() + HOUR)), 3)
})

test('an operation without effect on a full window returns what it reserved and nothing else', async () => {
  const window = createSlidingWindow([{ times: 2, span: HOUR }])
  for (const minutes of [0, 10]) window.count(ADA, later(minutes))
  const unused = { key: ADA, now: later(20), times: 2, used: () => 0 }
  const slow = Promise.withResolvers<void>()
  const spending = [window.spend(unused, () => slow.promise), window.spend(unused, () => slow.promise)]
  window.count(BO, later(20))
  assert.equal(window.secondsUntilFree(ADA, later(20)), 60 * 60, 'reserved meanwhile')
  slow.resolve()
  await Promise.all(spending)
  assert.equal(window.timesLeft(ADA, later(20)), 0)
  assert.equal(window.secondsUntilFree(ADA, later(20)), 40 * 60)
})

test('takes up to the limit, and a refused one is not counted', () => {
  const window = createSlidingWindow([{ times: 2, span: HOUR }])
  assert.equal(window.take(ADA, NOW), 0)
  assert.equal(window.take(ADA, later(30)), 0)
  assert.equal(window.take(ADA, later(45)), 15 * 60)
  assert.equal(window.take(BO, later(45)), 0)
  assert.equal(window.take(ADA, later(60)), 0)
  assert.equal(window.take(ADA, later(60)), 30 * 60)
})

test('counts beyond the limit move the wait to the newest ones', () => {
  const window = createSlidingWindow([{ times: 2, span: HOUR }])
  for (const minutes of [0, 10, 20]) window.count(ADA, later(minutes))
  assert.equal(window.timesLeft(ADA, later(20)), 0)
  assert.equal(window.secondsUntilFree(ADA, later(20)), 50 * 60)
  assert.equal(window.secondsUntilFree(ADA, later(70)), 0)
})
