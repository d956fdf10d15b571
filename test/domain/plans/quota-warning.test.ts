import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decideQuotaWarning, warningExpiresAt } from '../../../src/domain/plans/quota-warning.ts'

const crossing = (before: number, after: number, quota: number | null) =>
  decideQuotaWarning({ what: 'form', before, after, quota, month: '2026-11' })?.percent ?? null

test('warns at the submission that reaches 80 %, and at the one that reaches 100 %', () => {
  assert.equal(crossing(38, 39, 50), null)
  assert.equal(crossing(39, 40, 50), 80)
  assert.equal(crossing(40, 41, 50), null)
  assert.equal(crossing(48, 49, 50), null)
  assert.equal(crossing(49, 50, 50), 100)
  assert.equal(crossing(50, 51, 50), null)
  assert.equal(crossing(7_999, 8_000, 10_000), 80)
  assert.equal(crossing(9_999, 10_000, 10_000), 100)
})

test('reaching both at once warns of 100 %, and an unlimited or zero quota never warns', () => {
  assert.equal(crossing(0, 1, 1), 100)
  assert.equal(crossing(3_000, 5_000, 5_000), 100)
  assert.equal(crossing(3_999, 4_100, 5_000), 80)
  assert.equal(crossing(10, 1_000_000, null), null)
  assert.equal(crossing(0, 0, 0), null)
})

test('rounds 80 % of a quota up', () => {
  assert.equal(crossing(2, 3, 4), null)
  assert.equal(crossing(3, 4, 4), 100)
  assert.equal(crossing(5, 6, 7), 80)
})

test('sends each warning once in any sequence, and never 80 % after 100 %', () => {
  const batches = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 200 })
  fc.assert(
    fc.property(batches, fc.integer({ min: 1, max: 500 }), (sizes, quota) => {
      let count = 0
      const told: number[] = []
      for (const size of sizes) {
        const after = Math.min(quota, count + size)
        const percent = crossing(count, after, quota)
        if (percent) told.push(percent)
        count = after
      }
      assert.ok(
        [[], [80], [100], [80, 100]].some((list) => list.join() === told.join()),
        told.join(),
      )
      assert.equal(told.includes(100), count === quota)
    }),
  )
})

test('a warning states the reset date, and expires then or after a week', () => {
  const request = { what: 'form', before: 49, after: 50, quota: 50, month: '2026-12' } as const
  const warning = decideQuotaWarning(request)
  assert.deepEqual(warning, {
    what: 'form',
    percent: 100,
    quota: 50,
    month: '2026-12',
    resetsAt: '2027-01-01T00:00:00.000Z',
  })
  assert.ok(warning)
  const end = (now: string) => warningExpiresAt(warning, new Date(now)).toISOString()
  assert.equal(end('2026-12-30T00:00:00.000Z'), '2027-01-01T00:00:00.000Z')
  assert.equal(end('2026-12-01T00:00:00.000Z'), '2026-12-08T00:00:00.000Z')
})
