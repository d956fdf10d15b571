import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getPartWithoutTurns,
  nextTurnAt,
  nextUnderCeilingAt,
  UNUSED_CEILING,
} from '../../../src/domain/outbox/email-ceiling.ts'
import { HOUR, later, MINUTE } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const ago = (minutes: number) => later(NOW, -minutes * MINUTE)

test('half of a ceiling is used without turns', () => {
  assert.deepEqual([1, 2, 60, 61].map(getPartWithoutTurns), [1, 1, 30, 31])
})

test('a network whose turn it is, or that is unknown, waits for a full ceiling alone', () => {
  const half = { ...UNUSED_CEILING, half: ago(10) }
  assert.equal(nextTurnAt(half, NOW), NOW)
  assert.equal(nextUnderCeilingAt(half, NOW), NOW)
  const full = { ...half, full: ago(50) }
  assert.deepEqual(nextUnderCeilingAt(full, NOW), later(ago(50), HOUR))
})

test('the second email of a network waits until the first is an hour old, or half of the ceiling is free', () => {
  const use = { full: null, half: ago(10), ofNetwork: ago(20) }
  assert.deepEqual(nextTurnAt(use, NOW), later(ago(20), HOUR))
  assert.deepEqual(nextTurnAt({ ...use, half: ago(30) }, NOW), later(ago(30), HOUR))
  assert.equal(nextTurnAt({ ...use, half: null }, NOW), NOW)
})

test('a wait is five minutes at least, and an email from the future began now', () => {
  const use = { full: null, half: ago(10), ofNetwork: ago(59) }
  assert.deepEqual(nextTurnAt(use, NOW), later(NOW, 5 * MINUTE))
  assert.deepEqual(nextTurnAt({ ...use, half: ago(-5), ofNetwork: ago(-9) }, NOW), later(NOW, HOUR))
})
