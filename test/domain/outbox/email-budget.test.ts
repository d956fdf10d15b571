import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextEmailAt, nextSharedEmailAt, type StartedEmail } from '../../../src/domain/outbox/email-budget.ts'
import { DAY, HOUR, MINUTE } from '../../../src/domain/time.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const at = (ms: number) => new Date(NOON + ms)
const emails = (kind: StartedEmail['kind'], count: number, apart: number): StartedEmail[] =>
  Array.from({ length: count }, (_, index) => ({ kind, at: at(index * apart), endpoint: 'same' }))

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
  const endpoint = fc.constantFrom('same' as const, 'other' as const)
  const email = fc.record({ kind, at: fc.integer({ min: -DAY, max: 0 }).map(at), endpoint })
  const crowd = fc.record({ kind, at: fc.integer({ min: -HOUR, max: 0 }).map(at), endpoint })
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

test('an endpoint uses up no more than its equal share, and the budget as a whole binds too', () => {
  const own = emails('submission', 5, MINUTE)
  const others = own.map((email) => ({ ...email, endpoint: 'other' as const }))
  const next = (started: StartedEmail[], sharers: number) =>
    nextSharedEmailAt({ started, kind: 'submission', sharers }, at(5 * MINUTE))
  assert.deepEqual(next(own.slice(1), 2), at(5 * MINUTE))
  assert.deepEqual(next(own, 2), at(HOUR))
  assert.deepEqual(next(own, 1), at(5 * MINUTE))
  assert.deepEqual(next(others, 2), at(5 * MINUTE))
  assert.deepEqual(next([...own.slice(1), ...others], 2), at(5 * MINUTE))
  assert.deepEqual(next([...others, ...others], 2), at(HOUR))
  assert.deepEqual(next([], 100), at(5 * MINUTE), 'a share is never less than one email')
  assert.deepEqual(next(own.slice(0, 1), 100), at(DAY))
})
