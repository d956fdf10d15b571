import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordClockCheck } from '../../../src/domain/maintenance/clock-jump.ts'
import { DAY, HOUR, later, MINUTE } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const NOTHING = { checkedAt: null, pausedUntil: null }
const PAUSE = 3 * HOUR

/** The look an hour after the last one, with a clock that jumped meanwhile. */
const jumped = (jump: number) =>
  recordClockCheck({
    last: { wall: NOW, steady: 0 },
    now: { wall: later(NOW, HOUR + jump), steady: HOUR },
    noted: { checkedAt: NOW, pausedUntil: null },
  })

test('a clock that jumps by more than an hour either way pauses the purge for three hours', () => {
  assert.deepEqual(jumped(0), { jump: 0, pausedUntil: null })
  assert.deepEqual(jumped(HOUR), { jump: 0, pausedUntil: null })
  assert.deepEqual(jumped(-HOUR), { jump: 0, pausedUntil: null })
  for (const jump of [HOUR + 1, -HOUR - 1, 31 * DAY, -365 * DAY]) {
    assert.deepEqual(jumped(jump), { jump, pausedUntil: later(NOW, HOUR + jump + PAUSE) })
  }
})

test('after a restart a day that is missing, or a clock that is behind what was written down, is a jump', () => {
  const started = (gap: number) =>
    recordClockCheck({
      last: null,
      now: { wall: later(NOW, gap), steady: 0 },
      noted: { checkedAt: NOW, pausedUntil: null },
    })
  assert.equal(started(DAY).pausedUntil, null)
  assert.equal(started(-HOUR).pausedUntil, null)
  assert.deepEqual(started(DAY + 1), { jump: DAY + 1, pausedUntil: later(NOW, DAY + 1 + PAUSE) })
  assert.deepEqual(started(-HOUR - 1), { jump: -HOUR - 1, pausedUntil: later(NOW, -HOUR - 1 + PAUSE) })
})

test('the first start of all pauses nothing', () => {
  assert.deepEqual(recordClockCheck({ last: null, now: { wall: NOW, steady: 0 }, noted: NOTHING }), {
    jump: 0,
    pausedUntil: null,
  })
})

test('a pause goes on over a restart, and one written down by a clock that was ahead does not', () => {
  const restarted = (pausedUntil: Date) =>
    recordClockCheck({ last: null, now: { wall: NOW, steady: 0 }, noted: { checkedAt: NOW, pausedUntil } })
      .pausedUntil
  assert.deepEqual(restarted(later(NOW, MINUTE)), later(NOW, MINUTE))
  assert.equal(restarted(NOW), null)
  assert.equal(restarted(later(NOW, PAUSE + 1)), null)
})
