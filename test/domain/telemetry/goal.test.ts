import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOfLocalDay } from '../../../src/domain/telemetry/goal.ts'

test('a day begins at midnight in the time zone, also when clocks change', () => {
  const starts = (zone: string, now: string) => startOfLocalDay(new Date(now), zone).toISOString()
  assert.equal(starts('UTC', '2026-11-10T09:00:00Z'), '2026-11-10T00:00:00.000Z')
  assert.equal(starts('UTC', '2026-11-10T00:00:00Z'), '2026-11-10T00:00:00.000Z')
  assert.equal(starts('UTC', '2026-11-09T23:59:59.999Z'), '2026-11-09T00:00:00.000Z')
  assert.equal(starts('Europe/Berlin', '2026-11-10T23:30:00Z'), '2026-11-10T23:00:00.000Z')
  assert.equal(starts('Asia/Kolkata', '2026-11-10T09:00:00Z'), '2026-11-09T18:30:00.000Z')
  assert.equal(starts('America/Los_Angeles', '2026-11-10T07:59:00Z'), '2026-11-09T08:00:00.000Z')
  // The day of 25 hours, near its end, and one of 23.
  assert.equal(starts('Europe/Berlin', '2026-10-25T22:59:00Z'), '2026-10-24T22:00:00.000Z')
  assert.equal(starts('Europe/Berlin', '2026-03-29T21:59:00Z'), '2026-03-28T23:00:00.000Z')
  // Here the clocks skip midnight.
  assert.equal(starts('America/Santiago', '2026-09-06T12:00:00Z'), '2026-09-06T04:00:00.000Z')
})
