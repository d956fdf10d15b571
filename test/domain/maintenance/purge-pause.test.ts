import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPurgePause, PURGE_PAUSE_HOURS } from '../../../src/domain/maintenance/purge-pause.ts'
import { DAY, HOUR, later, MINUTE } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const PAUSE = PURGE_PAUSE_HOURS * HOUR

/** The check that comes so long after the last one. */
const checkedAfter = (gap: number) => findPurgePause(NOW, { checkedAt: later(NOW, -gap), pausedUntil: null })

test('pauses the purge for three hours if the clock is a day past its last check or an hour before it', () => {
  for (const gap of [0, HOUR, DAY - 1, DAY, -HOUR]) assert.equal(checkedAfter(gap), null, `${gap}`)
  for (const gap of [DAY + 1, 31 * DAY, -HOUR - 1, -365 * DAY]) {
    assert.deepEqual(checkedAfter(gap), later(NOW, PAUSE), `${gap}`)
  }
})

test('the first check pauses nothing', () => {
  assert.equal(findPurgePause(NOW, null), null)
})

test('a pause continues at the next check, unless the clock that recorded it was ahead', () => {
  const checked = (pausedUntil: Date) => findPurgePause(NOW, { checkedAt: NOW, pausedUntil })
  assert.deepEqual(checked(later(NOW, MINUTE)), later(NOW, MINUTE))
  assert.equal(checked(NOW), null)
  assert.deepEqual(checked(later(NOW, PAUSE)), later(NOW, PAUSE))
  assert.equal(checked(later(NOW, PAUSE + 1)), null)
})
