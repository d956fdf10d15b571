import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  describeStatus,
  getStatusShare,
  isInterrupted,
  MAX_UNRECORDED_MINUTES,
  STATUS_DAYS,
  type StatusRecord,
  toStatusDay,
  toStatusMinute,
} from '../../../src/domain/maintenance/status.ts'
import { DAY, later, MINUTE } from '../../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const TODAY = toStatusDay(NOW)
const MINUTE_NOW = toStatusMinute(NOW)

function recordOf(day: number, change: Partial<StatusRecord> = {}): StatusRecord {
  const firstMinute = day * 1440
  const lastMinute = Math.min(firstMinute + 1439, MINUTE_NOW - 1)
  const minutes = lastMinute - firstMinute + 1
  return { day, fact: 'accepting', minutes, firstMinute, lastMinute, sinceMinute: firstMinute, ...change }
}
const describe = (records: StatusRecord[], works = true) =>
  describeStatus(records, { fact: 'accepting', works, now: NOW })

test('has 90 days, of which those before the first record have no data', () => {
  const { days, since } = describe([
    recordOf(TODAY - 1),
    recordOf(TODAY, { sinceMinute: (TODAY - 1) * 1440 }),
  ])
  assert.equal(days.length, STATUS_DAYS)
  assert.deepEqual(days.at(-3), { day: new Date((TODAY - 2) * DAY), minutes: null })
  assert.deepEqual(days.at(-2), { day: new Date((TODAY - 1) * DAY), minutes: 1440, of: 1440 })
  assert.deepEqual(days.at(-1), { day: new Date(TODAY * DAY), minutes: 540, of: 540 })
  assert.deepEqual(since, new Date((TODAY - 1) * DAY))
  assert.equal(getStatusShare(days), 1)
})

test('counts the first day from its first record on, and the current one until now', () => {
  const firstMinute = (TODAY - 1) * 1440 + 600
  const { days } = describe([recordOf(TODAY - 1, { firstMinute, minutes: 840 }), recordOf(TODAY)])
  assert.deepEqual(days.at(-2), { day: new Date((TODAY - 1) * DAY), minutes: 840, of: 840 })
  // The record of the current minute makes no share above one.
  assert.deepEqual(describe([recordOf(TODAY, { minutes: 541 })]).days.at(-1), {
    day: new Date(TODAY * DAY),
    minutes: 540,
    of: 540,
  })
})

test('counts a day without a record between others as interrupted, and one that missed a restart as whole', () => {
  const { days } = describe([recordOf(TODAY - 2), recordOf(TODAY)])
  assert.deepEqual(days.at(-2), { day: new Date((TODAY - 1) * DAY), minutes: 0, of: 1440 })
  const missing = (minutes: number) =>
    describe([recordOf(TODAY - 1, { minutes: 1440 - minutes })]).days.at(-2)
  const [whole, interrupted] = [missing(MAX_UNRECORDED_MINUTES), missing(MAX_UNRECORDED_MINUTES + 1)]
  assert.ok(whole && interrupted && !isInterrupted(whole) && isInterrupted(interrupted))
})

test('tells since when a service works, and since when it does not', () => {
  const sinceMinute = MINUTE_NOW - 100
  const until = (age: number) => recordOf(TODAY, { lastMinute: MINUTE_NOW - age, sinceMinute })
  const lastRun = MAX_UNRECORDED_MINUTES + 1
  assert.deepEqual(describe([until(lastRun)]).since, later(NOW, -100 * MINUTE))
  assert.equal(describe([until(lastRun + 1)]).since, null, 'it has just begun to work again')
  assert.deepEqual(describe([until(30)], false).since, later(NOW, -29 * MINUTE))
  assert.equal(describe([]).since, null)
})
