import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccountConcurrencyLimit } from '../../../src/store/accounts/concurrency-limit.ts'

const ADA = 1
const MALLORY = 2

test('reads two pages of an account at a time, without delaying other accounts', async () => {
  const inTurn = createAccountConcurrencyLimit()
  const order: string[] = []
  let running = 0
  let most = 0
  const read = async (name: string) => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    order.push(name)
  }
  const mallorys = Array.from({ length: 50 }, (_, n) => inTurn(MALLORY, () => read(`Mallory ${n}`)))
  await inTurn(ADA, async () => order.push('Ada'))
  assert.ok(order.indexOf('Ada') <= 2, order.join())
  await Promise.all(mallorys)
  assert.equal(most, 2)
  assert.deepEqual(
    order.filter((name) => name !== 'Ada'),
    Array.from({ length: 50 }, (_, n) => `Mallory ${n}`),
  )
})

test('starts the next read after a failed one', async () => {
  const inTurn = createAccountConcurrencyLimit()
  const failing = Array.from({ length: 5 }, () =>
    inTurn(ADA, () => Promise.reject(new Error('the database is away'))),
  )
  const settled = await Promise.allSettled(failing)
  assert.ok(settled.every(({ status }) => status === 'rejected'))
  assert.equal(await inTurn(ADA, async () => 'read'), 'read')
})
