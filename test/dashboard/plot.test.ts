import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toTop } from '../../dashboard/src/controls/charts/axis.ts'

test('ends the axis of a chart at the next round number', () => {
  const tops = [0, 1, 3, 4, 5, 7, 10, 11, 39, 61, 99, 101, 4_321, 0.4].map(toTop)
  assert.deepEqual(tops, [1, 1, 3, 4, 6, 8, 10, 20, 40, 80, 100, 200, 6_000, 1])
})
