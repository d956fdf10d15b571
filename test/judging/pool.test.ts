import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPool } from '../../src/judging/pool.ts'
import { until } from '../support/service/until.ts'

/** Opens a pool over a list of works that end when the test says so. */
function open(limit: number) {
  const waiting: string[] = []
  const running = new Map<string, () => void>()
  let most = 0
  const pool = createPool({
    limit,
    take: async (room) => waiting.splice(0, room),
    run(work: string) {
      const { promise, resolve } = Promise.withResolvers<void>()
      running.set(work, () => {
        running.delete(work)
        resolve()
      })
      most = Math.max(most, running.size)
      return promise
    },
    onFault: (error) => assert.fail(String(error)),
  })
  return { pool, waiting, running, most: () => most }
}

test('work that takes long keeps no other waiting as long as there is room', async () => {
  const { pool, waiting, running } = open(2)
  waiting.push('long', 'a', 'b')
  await pool.fill()
  assert.deepEqual([...running.keys()], ['long', 'a'])
  running.get('a')?.()
  await until(() => running.has('b'))
  running.get('b')?.()
  waiting.push('c')
  await pool.fill()
  assert.deepEqual([...running.keys()], ['long', 'c'])
})

test('never runs more than its limit, also when it is filled by many at once', async () => {
  const { pool, waiting, running, most } = open(3)
  waiting.push(...'abcdefgh')
  await Promise.all([pool.fill(), pool.fill(), pool.fill()])
  assert.equal(running.size, 3)
  const draining = pool.drain()
  while (waiting.length > 0 || running.size > 0) {
    for (const end of running.values()) end()
    await new Promise(setImmediate)
  }
  assert.equal(await draining, 5)
  assert.equal(most(), 3)
})

test('a pool that closes begins nothing more, and waits for what is in progress', async () => {
  const { pool, waiting, running } = open(2)
  waiting.push('a', 'b', 'c')
  await pool.fill()
  let isClosed = false
  const closing = pool.close().then(() => {
    isClosed = true
  })
  running.get('a')?.()
  await new Promise(setImmediate)
  assert.deepEqual([isClosed, [...running.keys()], waiting], [false, ['b'], ['c']])
  running.get('b')?.()
  await closing
})

test('a fault while taking work is told to whoever asked, and the next time works', async () => {
  let faults = 1
  const pool = createPool({
    limit: 1,
    async take() {
      if (faults-- > 0) throw new Error('the store is away')
      return []
    },
    run: () => Promise.resolve(),
    onFault: () => assert.fail(),
  })
  await assert.rejects(pool.fill(), /the store is away/)
  await pool.fill()
})
