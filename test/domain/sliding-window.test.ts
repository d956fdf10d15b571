import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsUntilFree, timesLeft } from '../../src/domain/sliding-window.ts'
import { DAY, HOUR, later, MINUTE } from '../../src/domain/time.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const LIMITS = [
  { times: 3, span: HOUR },
  { times: 10, span: DAY },
]
const ago = (span: number) => later(NOW, -span)

test('the fourth within an hour waits until the first is an hour old, the eleventh within a day until it is a day old', () => {
  assert.equal(secondsUntilFree([], NOW, LIMITS), 0)
  assert.equal(secondsUntilFree([ago(1), ago(2)], NOW, LIMITS), 0)
  assert.equal(secondsUntilFree([ago(2 * MINUTE), ago(30 * MINUTE), ago(1)], NOW, LIMITS), 1800)
  assert.equal(secondsUntilFree([ago(1), ago(2), ago(HOUR)], NOW, LIMITS), 0)
  assert.equal(secondsUntilFree([ago(1), ago(2), ago(HOUR - 1)], NOW, LIMITS), 1)
  const ten = Array.from({ length: 10 }, (_, index) => ago((index + 2) * HOUR))
  assert.equal(secondsUntilFree(ten.slice(1), NOW, LIMITS), 0)
  assert.equal(secondsUntilFree(ten, NOW, LIMITS), (13 * HOUR) / 1000)
  assert.equal(secondsUntilFree([...ten.slice(1), ago(DAY)], NOW, LIMITS), 0)
})

test('the strictest limit says how many are left', () => {
  assert.equal(timesLeft([], NOW, LIMITS), 3)
  assert.equal(timesLeft([ago(1), ago(HOUR)], NOW, LIMITS), 2)
  const nine = Array.from({ length: 9 }, (_, index) => ago((index + 2) * HOUR))
  assert.equal(timesLeft(nine, NOW, LIMITS), 1)
  assert.equal(timesLeft([...nine, ago(1), ago(1)], NOW, LIMITS), 0)
})

test('a clock that was put back makes nobody wait longer than the span', () => {
  const hourly = LIMITS.slice(0, 1)
  const soon = [later(NOW, MINUTE), later(NOW, MINUTE), later(NOW, MINUTE)]
  assert.equal(secondsUntilFree(soon, NOW, hourly), 3600)
  assert.equal(timesLeft(soon, NOW, hourly), 0)
  const tomorrow = [later(NOW, DAY), later(NOW, DAY), later(NOW, DAY)]
  assert.equal(secondsUntilFree(tomorrow, NOW, hourly), 0)
  assert.equal(timesLeft(tomorrow, NOW, hourly), 3)
})
