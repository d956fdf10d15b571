import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextEmailAt, type StartedEmail } from '../../../src/domain/outbox/email-budget.ts'
import { DAY, HOUR, MINUTE } from '../../../src/domain/time.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const at = (ms: number) => new Date(NOON + ms)
const emails = (kind: StartedEmail['kind'], count: number, apart: number): StartedEmail[] =>
  Array.from({ length: count }, (_, index) => ({ kind, at: at(index * apart) }))

test('sends the third claim email in 24 hours, and holds the fourth until the first is a day old', () => {
  assert.deepEqual(nextEmailAt(emails('claim', 2, HOUR), 'claim', at(3 * HOUR)), at(3 * HOUR))
  assert.deepEqual(nextEmailAt(emails('claim', 3, HOUR), 'claim', at(3 * HOUR)), at(DAY))
  assert.deepEqual(nextEmailAt(emails('claim', 3, HOUR), 'claim', at(DAY)), at(DAY))
})

test('an exhausted budget of claim emails holds no other emails', () => {
  assert.deepEqual(nextEmailAt(emails('claim', 3, HOUR), 'submission', at(3 * HOUR)), at(3 * HOUR))
})

test('sends the tenth email in an hour, and holds the eleventh until the first is an hour old', () => {
  assert.deepEqual(nextEmailAt(emails('submission', 9, MINUTE), 'submission', at(9 * MINUTE)), at(9 * MINUTE))
  assert.deepEqual(nextEmailAt(emails('submission', 10, MINUTE), 'submission', at(10 * MINUTE)), at(HOUR))
})

test('sends the thirtieth email in a day, and holds the thirty-first until the first is a day old', () => {
  const spread = 20 * MINUTE
  assert.deepEqual(nextEmailAt(emails('submission', 29, spread), 'submission', at(12 * HOUR)), at(12 * HOUR))
  assert.deepEqual(nextEmailAt(emails('submission', 30, spread), 'submission', at(12 * HOUR)), at(DAY))
})

test('claim emails count as emails', () => {
  const started = [...emails('claim', 2, MINUTE), ...emails('submission', 8, MINUTE)]
  assert.deepEqual(nextEmailAt(started, 'submission', at(10 * MINUTE)), at(HOUR))
  assert.deepEqual(nextEmailAt(emails('submission', 10, MINUTE), 'claim', at(10 * MINUTE)), at(HOUR))
})

test('an email may start at the stated instant and not a millisecond earlier', () => {
  const kind = fc.constantFrom('claim' as const, 'submission' as const)
  const email = fc.record({ kind, at: fc.integer({ min: -DAY, max: 0 }).map(at) })
  const crowd = fc.record({ kind, at: fc.integer({ min: -HOUR, max: 0 }).map(at) })
  fc.assert(
    fc.property(fc.array(fc.oneof(email, crowd), { maxLength: 60 }), kind, (started, kind) => {
      const now = at(0)
      const next = nextEmailAt(started, kind, now)
      assert.deepEqual(nextEmailAt(started, kind, next), next)
      const sooner = new Date(next.getTime() - 1)
      if (next > now) assert.deepEqual(nextEmailAt(started, kind, sooner), next)
    }),
  )
})
