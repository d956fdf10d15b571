import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createYield } from '../../src/runtime/yield-to-event-loop.ts'

test('runs one of many long tasks in each turn, in the order of their requests', async () => {
  const turn = createYield()
  const gone: number[] = []
  for (let reader = 0; reader < 5; reader += 1) turn().then(() => gone.push(reader))
  for (let turns = 1; turns <= 5; turns += 1) {
    const before = gone.length
    await nextTurn()
    assert.ok(gone.length <= before + 1, `${gone.length} of them by turn ${turns}`)
  }
  await turn()
  assert.deepEqual(gone, [0, 1, 2, 3, 4])
})
