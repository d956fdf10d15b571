import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextMonth, PLANS, toMonth } from '../../../src/domain/plans/plan.ts'

test('the plans match the founding table, and the limits on files of the product decisions', () => {
  assert.deepEqual(PLANS, {
    free: {
      name: 'free',
      submissionsPerMonth: 50,
      queueMessagesPerMonth: 100,
      telemetryEventsPerMonth: 5000,
      submissionRetentionDays: 30,
      telemetryRetentionDays: 7,
      destinations: 0,
      watches: 1,
      members: 1,
      fileBytes: 5_242_880,
      submissionBytes: 10_485_760,
      filesPerSubmission: 3,
      storedBytes: 52_428_800,
    },
    pro: {
      name: 'pro',
      submissionsPerMonth: 10000,
      queueMessagesPerMonth: 10000,
      telemetryEventsPerMonth: 100000,
      submissionRetentionDays: 90,
      telemetryRetentionDays: 30,
      destinations: 10,
      watches: 20,
      members: 20,
      fileBytes: 26_214_400,
      submissionBytes: 104_857_600,
      filesPerSubmission: 10,
      storedBytes: 5_368_709_120,
    },
  })
})

test('a month ends with its last millisecond in UTC', () => {
  assert.equal(toMonth(new Date('2026-11-30T23:59:59.999Z')), '2026-11')
  assert.equal(toMonth(new Date('2026-12-01T00:00:00.000Z')), '2026-12')
  assert.equal(toMonth(new Date('2026-12-01T00:30:00.000+01:00')), '2026-11')
})

test('the next month begins at its first instant in UTC, even at the end of the year', () => {
  assert.deepEqual(nextMonth(new Date('2026-11-01T00:00:00.000Z')), new Date('2026-12-01T00:00:00.000Z'))
  assert.deepEqual(nextMonth(new Date('2026-12-31T23:59:59.999Z')), new Date('2027-01-01T00:00:00.000Z'))
  assert.deepEqual(nextMonth(new Date('2027-01-31T12:00:00.000Z')), new Date('2027-02-01T00:00:00.000Z'))
})
