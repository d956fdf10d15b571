import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, later } from '../../src/domain/time.ts'
import { openLimitedAccounts } from '../../src/http/limited-accounts.ts'

const ADA = 7
const BO = 8
const NOW = new Date('2026-11-10T09:00:00.000Z')
const LIMIT = { times: 3, span: HOUR }

test('calls of an account that come together have no more turns than one after the other', () => {
  const accounts = openLimitedAccounts(LIMIT)
  const taken = Array.from({ length: 5 }, () => accounts.take(ADA, NOW, 1).kind)
  assert.deepEqual(taken, ['taken', 'taken', 'taken', 'refused', 'refused'])
  assert.deepEqual(accounts.take(ADA, NOW, 1), { kind: 'refused', retryAfterSeconds: 3600 })
  assert.deepEqual(accounts.take(BO, NOW, 9), { kind: 'taken', times: 3 })
  assert.deepEqual(accounts.take(ADA, later(NOW, HOUR - 1), 1), { kind: 'refused', retryAfterSeconds: 1 })
  assert.deepEqual(accounts.take(ADA, later(NOW, HOUR), 9), { kind: 'taken', times: 3 })
})

test('a turn that came to nothing is given back, and nobody else loses one by it', () => {
  const accounts = openLimitedAccounts(LIMIT)
  const first = accounts.take(ADA, NOW, 1)
  const second = later(NOW, HOUR / 2)
  assert.deepEqual([first.kind, accounts.take(ADA, second, 2).kind], ['taken', 'taken'])
  accounts.giveBack(ADA, second, 2)
  accounts.giveBack(ADA, second, 2)
  const third = later(NOW, HOUR / 2 + 1)
  assert.deepEqual(accounts.take(ADA, third, 9), { kind: 'taken', times: 2 })
  assert.deepEqual(accounts.take(ADA, third, 1), { kind: 'refused', retryAfterSeconds: 1800 })
})
