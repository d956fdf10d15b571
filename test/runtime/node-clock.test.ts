import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeClock } from '../../src/runtime/node-clock.ts'

const NOON = Date.parse('2026-11-10T12:00:00.000Z')
const MINUTE = 60_000

/** A clock of a machine and a monotonic one, both set by the test. */
function createHands() {
  const hands = { machine: NOON, elapsed: 1000 }
  const clock = createNodeClock(
    () => hands.machine,
    () => hands.elapsed,
  )
  return { hands, clock, shown: () => clock.now().getTime() }
}

test('shows the time of the machine where no database tells another', () => {
  const { hands, clock, shown } = createHands()
  assert.equal(shown(), NOON)
  hands.machine += MINUTE
  assert.equal(shown(), NOON + MINUTE)
  assert.equal(clock.skewMs(), 0)
})

test('follows the database, and no jump of the machine', () => {
  const { hands, clock, shown } = createHands()
  hands.machine = NOON + 3 * MINUTE
  clock.follow({ sentAt: 990, receivedAt: 1010, at: NOON })
  assert.equal(shown(), NOON)
  assert.equal(clock.skewMs(), 3 * MINUTE)
  hands.machine -= 10 * MINUTE
  hands.elapsed += 500
  assert.equal(shown(), NOON + 500)
  assert.equal(clock.skewMs(), -7 * MINUTE - 500)
})

test('is corrected as far as a reading proves it wrong, and not by a slow response', () => {
  const { hands, clock, shown } = createHands()
  clock.follow({ sentAt: 1000, receivedAt: 1000, at: NOON })
  // Answered after four seconds: the true time may be anywhere between.
  hands.elapsed = 5000
  clock.follow({ sentAt: 1000, receivedAt: 5000, at: NOON + 1 })
  assert.equal(shown(), NOON + 4000)
  clock.follow({ sentAt: 4990, receivedAt: 5000, at: NOON + 5000 })
  assert.equal(shown(), NOON + 5000)
  clock.follow({ sentAt: 4990, receivedAt: 5000, at: NOON + 3000 })
  assert.equal(shown(), NOON + 3010)
})
