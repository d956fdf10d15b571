import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inOneWrite } from '../../src/delivery/batch-writes.ts'
import { StoreUnavailable } from '../../src/store/contract/errors.ts'

/** A write that doubles numbers, and fails as a whole when it meets one that `fault` names. */
function openDoubling(fault: (number: number) => Error | null) {
  const writes: number[][] = []
  return {
    writes,
    async write(numbers: readonly number[]) {
      writes.push([...numbers])
      for (const number of numbers) {
        const error = fault(number)
        if (error) throw error
      }
      return numbers.map((number) => 2 * number)
    },
  }
}

test('an item that cannot be written fails no other', async () => {
  const bad = new Error('bad')
  const { write, writes } = openDoubling((number) => (number === 2 ? bad : null))
  assert.deepEqual(await inOneWrite([1, 2, 3], write), [
    { item: 1, outcome: { kind: 'done', value: 2 } },
    { item: 2, outcome: { kind: 'failed', error: bad } },
    { item: 3, outcome: { kind: 'done', value: 6 } },
  ])
  assert.deepEqual(writes, [[1, 2, 3], [1], [2], [3]])
})

test('nothing is written one by one while the store is unavailable', async () => {
  const away = new StoreUnavailable('away')
  const { write, writes } = openDoubling(() => away)
  const results = await inOneWrite([1, 2], write)
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    [
      { kind: 'failed', error: away },
      { kind: 'failed', error: away },
    ],
  )
  assert.deepEqual(writes, [[1, 2]])
})
