import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getWallMinutes, isTimeZone, nextWallTime } from '../../../src/domain/outbox/wall-time.ts'

const BERLIN = 'Europe/Berlin'

function next(after: string, at: string, occurrence: 'first' | 'any' = 'first', timeZone = BERLIN): string {
  return nextWallTime(new Date(after), { at, timeZone, occurrence }).toISOString()
}

test('knows zones by their IANA names', () => {
  for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia', 'Etc/GMT+5'])
    assert.ok(isTimeZone(name))
  for (const name of ['', 'Mars/Olympus', '+01:00', 'Europe/Berlin ', 'Europe'])
    assert.ok(!isTimeZone(name), name)
})

test('finds the next time that clocks of a zone show it, never the present one', () => {
  assert.equal(next('2026-11-10T06:59:59.999Z', '08:00'), '2026-11-10T07:00:00.000Z')
  assert.equal(next('2026-11-10T07:00:00.000Z', '08:00'), '2026-11-11T07:00:00.000Z')
  assert.equal(next('2026-11-10T23:30:00.000Z', '00:15'), '2026-11-11T23:15:00.000Z')
  assert.equal(
    next('2026-11-10T09:00:00.000Z', '08:00', 'first', 'Pacific/Kiritimati'),
    '2026-11-10T18:00:00.000Z',
  )
  assert.equal(
    next('2026-11-10T09:00:00.000Z', '08:00', 'first', 'Asia/Kathmandu'),
    '2026-11-11T02:15:00.000Z',
  )
})

test('stays at the local time when clocks change', () => {
  assert.equal(next('2026-03-28T08:00:00.000Z', '08:00'), '2026-03-29T06:00:00.000Z')
  assert.equal(next('2026-10-24T08:00:00.000Z', '08:00'), '2026-10-25T07:00:00.000Z')
})

test('a time that the change to summer time leaves out is an hour later', () => {
  assert.equal(next('2026-03-28T12:00:00.000Z', '02:30'), '2026-03-29T01:30:00.000Z')
  assert.equal(next('2026-03-29T01:30:00.000Z', '02:30'), '2026-03-30T00:30:00.000Z')
})

test('a time that is shown twice counts once, or each time', () => {
  assert.equal(next('2026-10-24T12:00:00.000Z', '02:30'), '2026-10-25T00:30:00.000Z')
  assert.equal(next('2026-10-25T00:30:00.000Z', '02:30'), '2026-10-26T01:30:00.000Z')
  assert.equal(next('2026-10-25T00:30:00.000Z', '02:30', 'any'), '2026-10-25T01:30:00.000Z')
})

test('a day that a zone left out has none of its times', () => {
  // Samoa went from 29 to 31 December 2011.
  assert.equal(next('2011-12-30T09:00:00.000Z', '08:00', 'first', 'Pacific/Apia'), '2011-12-30T18:00:00.000Z')
})

test('a zone that this program does not know is UTC', () => {
  assert.equal(next('2026-11-10T07:00:00.000Z', '08:00', 'first', 'Mars/Olympus'), '2026-11-10T08:00:00.000Z')
  assert.equal(getWallMinutes(new Date('2026-11-10T07:05:59.000Z'), BERLIN), 8 * 60 + 5)
})
