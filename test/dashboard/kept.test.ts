import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import { describeKept, isComparable } from '../../dashboard/src/screens/telemetry/kept.ts'

test('a period is compared with the one before only where events are kept for both', () => {
  assert.deepEqual(
    [1, 2].map((days) => isComparable('24h', days)),
    [false, true],
  )
  assert.deepEqual(
    [13, 14].map((days) => isComparable('7d', days)),
    [false, true],
  )
  assert.deepEqual(
    [30, 59, 60].map((days) => isComparable('30d', days)),
    [false, false, true],
  )
})

test('says what is not kept, instead of comparing with nothing', () => {
  assert.equal(describeKept('24h', 7), null)
  assert.equal(describeKept('7d', 7), 'Events are kept for 7 days, so the 7 days before can’t be compared.')
  assert.equal(describeKept('30d', 7), 'Events are kept for 7 days: earlier days are missing.')
  assert.equal(
    describeKept('30d', 30),
    'Events are kept for 30 days, so the 30 days before can’t be compared.',
  )
  assert.equal(describeKept('30d', 60), null)
})
