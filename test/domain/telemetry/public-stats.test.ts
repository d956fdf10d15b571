import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { OTHER_NAMES, startOfHour, toHour } from '../../../src/domain/telemetry/event.ts'
import {
  choosePublicPeriod,
  getPublicSpan,
  listPublicPeriods,
  toPublicStats,
} from '../../../src/domain/telemetry/public-stats.ts'

const NOW = new Date('2026-11-20T10:30:00.000Z')
const HOUR_NOW = toHour(NOW)
const TODAY = toHour(new Date('2026-11-20T00:00:00.000Z'))

describe('statistics of a public page', () => {
  test('a period ends with the current hour or day', () => {
    const span = (period: '24h' | '7d' | '30d') => {
      const { since, until } = getPublicSpan(period, NOW)
      return [startOfHour(since).toISOString(), startOfHour(until).toISOString()]
    }
    assert.deepEqual(span('24h'), ['2026-11-19T11:00:00.000Z', '2026-11-20T11:00:00.000Z'])
    assert.deepEqual(span('7d'), ['2026-11-14T00:00:00.000Z', '2026-11-21T00:00:00.000Z'])
    assert.deepEqual(span('30d'), ['2026-10-22T00:00:00.000Z', '2026-11-21T00:00:00.000Z'])
  })

  test('each hour or day has its total, and what lies outside is left out', () => {
    const counts = [
      { hour: HOUR_NOW - 24, name: 'view', count: 100 },
      { hour: HOUR_NOW - 23, name: 'view', count: 7 },
      { hour: HOUR_NOW, name: 'view', count: 2 },
      { hour: HOUR_NOW, name: 'buy', count: 10 },
      { hour: HOUR_NOW + 1, name: 'view', count: 100 },
    ]
    const stats = toPublicStats({ period: '24h', now: NOW, counts, month: counts })
    assert.equal(stats.steps.length, 24)
    assert.deepEqual(stats.steps.at(0), { hour: HOUR_NOW - 23, count: 7 })
    assert.deepEqual(stats.steps.at(-1), { hour: HOUR_NOW, count: 12 })
    assert.equal(stats.total, 19)
    assert.deepEqual(stats.names, [
      { name: 'buy', count: 10 },
      { name: 'view', count: 9 },
    ])
  })

  test('a name is shown from 10 events within the month on, whatever the period', () => {
    const month = [
      { hour: TODAY - 20 * 24, name: 'ten', count: 9 },
      { hour: TODAY, name: 'ten', count: 1 },
      { hour: TODAY, name: 'nine', count: 9 },
      { hour: TODAY, name: 'eleven', count: 11 },
      { hour: TODAY, name: OTHER_NAMES, count: 50 },
    ]
    const { names, others, total } = toPublicStats({ period: '7d', now: NOW, counts: month, month })
    assert.deepEqual(names, [
      { name: 'eleven', count: 11 },
      { name: 'ten', count: 1 },
    ])
    assert.deepEqual([others, total], [59, 71])
  })

  test('at most 20 names are shown, the most frequent first', () => {
    const month = Array.from({ length: 21 }, (_, place) => ({
      hour: TODAY,
      name: `name ${place}`,
      count: 10 + place,
    }))
    const { names, others } = toPublicStats({ period: '30d', now: NOW, counts: month, month })
    assert.deepEqual([names.length, names[0]?.name, names.at(-1)?.name], [20, 'name 20', 'name 1'])
    assert.equal(others, 10)
  })

  test('only periods are offered for which events are kept', () => {
    assert.deepEqual(listPublicPeriods(6), ['24h'])
    assert.deepEqual(listPublicPeriods(7), ['24h', '7d'])
    assert.deepEqual(listPublicPeriods(29), ['24h', '7d'])
    assert.deepEqual(listPublicPeriods(30), ['24h', '7d', '30d'])
    assert.equal(choosePublicPeriod(['24h', '7d'], null), '7d')
    assert.equal(choosePublicPeriod(['24h', '7d'], '24h'), '24h')
    assert.equal(choosePublicPeriod(['24h', '7d'], '30d'), '7d')
    assert.equal(choosePublicPeriod(['24h'], '30d'), '24h')
  })
})
