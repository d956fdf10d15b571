import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextLetterAt, type StartedLetter } from '../../src/domain/outbox/email-budget.ts'
import { DAY, HOUR, MINUTE } from '../../src/domain/time.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const at = (ms: number) => new Date(NOON + ms)
const letters = (kind: StartedLetter['kind'], count: number, apart: number): StartedLetter[] =>
  Array.from({ length: count }, (_, index) => ({ kind, at: at(index * apart) }))

test('a third claim letter in 24 hours goes out, the fourth waits until the first is a day old', () => {
  assert.deepEqual(nextLetterAt(letters('claim', 2, HOUR), 'claim', at(3 * HOUR)), at(3 * HOUR))
  assert.deepEqual(nextLetterAt(letters('claim', 3, HOUR), 'claim', at(3 * HOUR)), at(DAY))
  assert.deepEqual(nextLetterAt(letters('claim', 3, HOUR), 'claim', at(DAY)), at(DAY))
})

test('claim letters that are used up hold back no other letters', () => {
  assert.deepEqual(nextLetterAt(letters('claim', 3, HOUR), 'submission', at(3 * HOUR)), at(3 * HOUR))
})

test('the tenth letter in an hour goes out, the eleventh waits until the first is an hour old', () => {
  assert.deepEqual(
    nextLetterAt(letters('submission', 9, MINUTE), 'submission', at(9 * MINUTE)),
    at(9 * MINUTE),
  )
  assert.deepEqual(nextLetterAt(letters('submission', 10, MINUTE), 'submission', at(10 * MINUTE)), at(HOUR))
})

test('the thirtieth letter in a day goes out, the thirty-first waits until the first is a day old', () => {
  const spread = 20 * MINUTE
  assert.deepEqual(
    nextLetterAt(letters('submission', 29, spread), 'submission', at(12 * HOUR)),
    at(12 * HOUR),
  )
  assert.deepEqual(nextLetterAt(letters('submission', 30, spread), 'submission', at(12 * HOUR)), at(DAY))
})

test('claim letters are letters too', () => {
  const started = [...letters('claim', 2, MINUTE), ...letters('submission', 8, MINUTE)]
  assert.deepEqual(nextLetterAt(started, 'submission', at(10 * MINUTE)), at(HOUR))
  assert.deepEqual(nextLetterAt(letters('submission', 10, MINUTE), 'claim', at(10 * MINUTE)), at(HOUR))
})

test('a letter may start at the told instant and not a millisecond sooner', () => {
  const kind = fc.constantFrom('claim' as const, 'submission' as const)
  const letter = fc.record({ kind, at: fc.integer({ min: -DAY, max: 0 }).map(at) })
  const crowd = fc.record({ kind, at: fc.integer({ min: -HOUR, max: 0 }).map(at) })
  fc.assert(
    fc.property(fc.array(fc.oneof(letter, crowd), { maxLength: 60 }), kind, (started, kind) => {
      const now = at(0)
      const next = nextLetterAt(started, kind, now)
      assert.deepEqual(nextLetterAt(started, kind, next), next)
      const sooner = new Date(next.getTime() - 1)
      if (next > now) assert.deepEqual(nextLetterAt(started, kind, sooner), next)
    }),
  )
})
