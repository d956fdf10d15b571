import assert from 'node:assert/strict'
import { test } from 'node:test'
import '../support/dashboard/english.ts'
import type { EventStats } from '../../dashboard/src/api/schema.ts'
import {
  buildSeries,
  describeShown,
  knownSince,
  PERIODS,
  SHAPES,
  withLastWeek,
} from '../../dashboard/src/screens/telemetry/series.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const UNTIL = Date.parse('2026-11-21T00:00:00.000Z')

/** An answer of the service: this many hours or days up to that time, with these counts from the end. */
function stats(
  interval: EventStats['interval'],
  told: { steps: number; counts: readonly (readonly [back: number, name: string, count: number])[] },
): EventStats {
  const step = interval === 'hour' ? HOUR : DAY
  return {
    interval,
    since: new Date(UNTIL - told.steps * step).toISOString(),
    until: new Date(UNTIL).toISOString(),
    data: told.counts.map(([back, name, count]) => ({
      time: new Date(UNTIL - (back + 1) * step).toISOString(),
      name,
      count,
    })),
    visitors: null,
  }
}

test('shows every hour or day of a period, including those without events', () => {
  for (const period of PERIODS) {
    const { interval, steps } = SHAPES[period]
    const counts = [
      [0, 'a', 3],
      [steps - 1, 'a', 2],
      [steps, 'a', 50],
    ] as const
    const series = buildSeries(stats(interval, { steps: steps + 17, counts }), period)
    assert.equal(series.steps.length, steps)
    assert.equal(series.since, series.steps[0]?.time)
    assert.deepEqual([series.steps[0]?.value, series.steps.at(-1)?.value], [2, 3])
    assert.equal(series.total, 5, 'what lies before the period is not in it')
    assert.equal(series.names[0]?.total, 5)
  }
})

test('sorts names by frequency, and their counts add up to the bars', () => {
  const counts = [
    [1, 'b', 4],
    [1, 'a', 4],
    [1, 'c', 5],
    [0, 'b', 1],
  ] as const
  const { names, steps, total } = buildSeries(stats('day', { steps: 31, counts }), '7d')
  assert.deepEqual(
    names.map(({ name, total, values }) => [name, total, values.slice(-2)]),
    [
      ['b', 5, [4, 1]],
      ['c', 5, [5, 0]],
      ['a', 4, [4, 0]],
    ],
  )
  assert.deepEqual(
    steps.map((step) => step.value),
    [0, 0, 0, 0, 13, 1],
  )
  assert.equal(total, 14)
})

test('averages over the window before each step, including data before the period', () => {
  const counts = [
    [6, 'a', 7],
    [7, 'a', 14],
    [13, 'a', 70],
  ] as const
  const { steps } = buildSeries(stats('day', { steps: 31, counts }), '7d')
  // The first window reaches back to the day before the one with 70; the last has lost the one with 14.
  assert.deepEqual(
    steps.map(({ average }) => average),
    [3, 3, 3, 3, 3, 3, 1],
  )
  const gone = stats('day', {
    steps: 31,
    counts: [
      [0, 'a', 3],
      [1, 'a', 1],
      [3, 'a', 2],
    ],
  })
  const averages = (known?: number) => buildSeries(gone, '7d', known).steps.map(({ average }) => average)
  assert.deepEqual(averages(), [null, null, 2, 1, 1, 1.5], 'of what is known where less is known')
  assert.deepEqual(averages(UNTIL - 5 * DAY), [null, 0, 1, 2 / 3, 3 / 4, 6 / 5])
})

test('shows zero bars without events', () => {
  const { steps, total, names } = buildSeries(stats('hour', { steps: 48, counts: [] }), '24h')
  assert.deepEqual([steps.length, total, names], [24, 0, []])
  assert.ok(steps.every(({ value, average }) => value === 0 && average === null))
})

test('begins with the first event, and without an average before it', () => {
  const first = stats('hour', { steps: 48, counts: [[0, 'a', 9]] })
  const series = buildSeries(first, '24h')
  assert.deepEqual(
    series.steps.map(({ value, average }) => [value, average]),
    [...Array.from({ length: 5 }, () => [0, null]), [9, 9]],
    'the first hour is no line along zero and a wall',
  )
  assert.equal(describeShown(series, '24h'), 'Since the first event.')
  const older = stats('day', { steps: 30, counts: [[20, 'a', 1]] })
  const quiet = buildSeries(first, '24h', knownSince(first, older))
  assert.deepEqual([quiet.steps.length, quiet.steps[0]?.average], [24, 0], 'a quiet day is no beginning')
  assert.equal(describeShown(quiet, '24h'), 'The last 24 hours.')
  assert.equal(knownSince(first, stats('day', { steps: 30, counts: [[0, 'a', 9]] })), UNTIL - HOUR)
})

test('compares with the period before where all of it is known, without the running step', () => {
  const counts = [
    [0, 'a', 9],
    [1, 'a', 4],
    [24, 'a', 7],
    [25, 'a', 2],
    [47, 'a', 1],
  ] as const
  const known = buildSeries(stats('hour', { steps: 48, counts }), '24h')
  assert.equal(known.steps.at(-1)?.before, 7)
  assert.equal(known.totalBefore, 3, 'the hour before the running one, and the first')
  const young = buildSeries(stats('hour', { steps: 48, counts: counts.slice(0, 4) }), '24h')
  assert.equal(young.totalBefore, null)
  assert.equal(young.steps[0]?.before, null)
})

test('compares each hour with the same hour a week before, as far as that is known', () => {
  const series = buildSeries(
    stats('hour', {
      steps: 48,
      counts: [
        [0, 'a', 5],
        [1, 'a', 4],
        [47, 'a', 1],
      ],
    }),
    '24h',
  )
  const WEEK = 7 * DAY
  const earlier = stats('hour', {
    steps: 24,
    counts: [
      [0, 'a', 9],
      [1, 'a', 2],
      [1, 'b', 1],
      [23, 'a', 1],
    ],
  })
  const moved = {
    ...earlier,
    since: new Date(Date.parse(earlier.since) - WEEK).toISOString(),
    data: earlier.data.map((one) => ({ ...one, time: new Date(Date.parse(one.time) - WEEK).toISOString() })),
  }
  const known = withLastWeek(series, moved, UNTIL - DAY - WEEK)
  assert.deepEqual(
    known.steps.map(({ lastWeek }) => lastWeek),
    [1, ...Array(21).fill(0), 3, 9],
  )
  assert.equal(known.totalLastWeek, 4, 'without the running hour')
  const later = withLastWeek(series, moved, UNTIL - DAY - WEEK + HOUR)
  assert.deepEqual(later.steps.map(({ lastWeek }) => lastWeek).slice(0, 2), [null, 0])
  assert.equal(later.totalLastWeek, null)
})
