import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forecastStorage, type StorageDay } from '../../../src/domain/operator/storage.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const TODAY = 20_777
const days = (...sizes: [ago: number, databaseBytes: number, fileBytes: number][]): StorageDay[] =>
  sizes.map(([ago, databaseBytes, fileBytes]) => ({ day: TODAY - ago, databaseBytes, fileBytes }))
const forecast = (list: StorageDay[], bytesLeft: number | null = 1000, countsFiles = true) =>
  forecastStorage(list, { bytesLeft, countsFiles, now: NOW })

test('forecasts when the disk is full by the growth of the last 30 days', () => {
  const list = days([60, 0, 0], [30, 1000, 0], [0, 1200, 100])
  assert.deepEqual(forecast(list), { bytesPerDay: 10, fullAt: new Date('2027-02-28T12:00:00.000Z') })
  assert.deepEqual(forecast(list, 1000, false).bytesPerDay, 7, 'files are elsewhere')
  assert.deepEqual(forecast(list, -5).fullAt, NOW, 'it is full already')
})

test('says nothing without sizes three days apart, of a disk that it cannot see, or when nothing grows', () => {
  const unknown = { bytesPerDay: null, fullAt: null }
  assert.deepEqual(forecast([]), unknown)
  assert.deepEqual(forecast(days([2, 0, 0], [0, 900, 0])), unknown)
  assert.deepEqual(forecast(days([40, 0, 0], [0, 900, 0])), unknown, 'the only other size is too old')
  assert.deepEqual(forecast(days([3, 0, 0], [0, 900, 0]), null), { bytesPerDay: 300, fullAt: null })
  assert.deepEqual(forecast(days([3, 900, 0], [0, 600, 0])), { bytesPerDay: -100, fullAt: null })
  const far = forecast(days([3, 0, 0], [0, 3, 0]), Number.MAX_SAFE_INTEGER).fullAt
  assert.equal(far?.getUTCFullYear(), 2126, 'a century at most: JSON has no later years')
})
