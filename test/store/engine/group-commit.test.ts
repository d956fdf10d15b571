import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreBroken, StoreUnavailable } from '../../../src/store/contract/errors.ts'
import { Contended } from '../../../src/store/engine/connection.ts'
import { createGroupCommit } from '../../../src/store/engine/group-commit.ts'

/** A transaction that doubles numbers, and fails as a whole when it meets a bad one. */
function openDoubling(fault: (number: number) => Error | null = () => null) {
  const batches: number[][] = []
  const broken: StoreBroken[] = []
  const commit = createGroupCommit<number>({
    concurrentBatches: 1,
    async commit(batch) {
      batches.push([...batch])
      for (const number of batch) {
        const error = fault(number)
        if (error) throw error
      }
      return batch.map((number) => number * 2)
    },
    mayRefuse: () => true,
    onBroken: (error) => broken.push(error),
  })
  return { commit, batches, broken }
}

test('writes that arrive together share one transaction and each gets its own result', async () => {
  const { commit, batches } = openDoubling()
  assert.deepEqual(await Promise.all([1, 2, 3].map((number) => commit.write(number))), [2, 4, 6])
  assert.deepEqual(batches, [[1, 2, 3]])
})

test('writes that arrive during a flush wait for the next one', async () => {
  const { commit, batches } = openDoubling()
  const first = commit.write(1)
  const second = first.then(() => commit.write(2))
  assert.equal(await second, 4)
  assert.deepEqual(batches, [[1], [2]])
})

test('requests that follow the answers to a batch share the next one', async () => {
  const { commit, batches } = openDoubling()
  const first = commit.write(1)
  const queued = first.then(() => commit.write(2))
  await first
  // The answer is written, and the request after it is read, in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  const following = commit.write(3)
  await Promise.all([queued, following])
  assert.deepEqual(batches, [[1], [2, 3]])
})

test('one bad write does not fail its neighbours', async () => {
  const { commit, batches } = openDoubling((number) => (number === 2 ? new Error('bad') : null))
  const results = await Promise.allSettled([1, 2, 3].map((number) => commit.write(number)))
  assert.deepEqual(
    results.map((result) => result.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(batches, [[1, 2, 3], [1], [2], [3]])
})

test('tries a write that other nodes contend with eight times, and then refuses it as busy', async () => {
  const contended = new Contended(new Error('deadlock'))
  let attempts = 0
  const { commit } = openDoubling(() => {
    attempts += 1
    return attempts === 8 ? null : contended
  })
  assert.equal(await commit.write(1), 2)
  attempts = 8
  const isBusy = (error: unknown) => error instanceof StoreUnavailable && error.reason === 'busy'
  await assert.rejects(commit.write(2), isBusy)
  assert.equal(attempts, 16)
})

test('fails all writes of a batch at once when the database becomes unavailable', async () => {
  let commits = 0
  const { commit, batches } = openDoubling(() => {
    commits += 1
    return commits === 1 ? new Error('bad') : new StoreUnavailable('away')
  })
  const results = await Promise.allSettled([1, 2, 3].map((number) => commit.write(number)))
  assert.ok(
    results.every((result) => result.status === 'rejected' && result.reason instanceof StoreUnavailable),
  )
  assert.deepEqual(batches, [[1, 2, 3], [1]])
})

test('rejects the batch on a full disk, and tries later writes again', async () => {
  let full = true
  const { commit, batches } = openDoubling(() => (full ? new StoreUnavailable('full') : null))
  await assert.rejects(commit.write(1), StoreUnavailable)
  assert.equal(batches.length, 1, 'it is not tried again by itself')
  full = false
  assert.equal(await commit.write(2), 4)
})

test('writes nothing after a failed flush, and reports it once', async () => {
  const { commit, batches, broken } = openDoubling(() => new StoreBroken(new Error('EIO')))
  const results = await Promise.allSettled([commit.write(1), commit.write(2)])
  assert.ok(results.every((result) => result.status === 'rejected' && result.reason instanceof StoreBroken))
  await assert.rejects(commit.write(3), StoreBroken)
  assert.equal(batches.length, 1)
  assert.equal(broken.length, 1)
})

test('finishes queued writes on close and refuses later ones', async () => {
  const { commit } = openDoubling()
  const queued = commit.write(1)
  const closed = commit.close()
  await assert.rejects(commit.write(2), StoreUnavailable)
  assert.equal(await queued, 2)
  await closed
})

test('splits many writes into batches', async () => {
  const { commit, batches } = openDoubling()
  await Promise.all(Array.from({ length: 600 }, (_, number) => commit.write(number)))
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [256, 256, 88],
  )
})

test('commits a small queue behind a transaction in progress, never beside it', async () => {
  const running: { batch: readonly number[]; end(): void }[] = []
  const commit = createGroupCommit<number>({
    concurrentBatches: 2,
    async commit(batch) {
      const { promise, resolve } = Promise.withResolvers<void>()
      running.push({ batch, end: resolve })
      await promise
      return [...batch]
    },
    mayRefuse: () => true,
    onBroken: assert.fail,
  })
  const sizes = () => running.map(({ batch }) => batch.length)
  const write = (count: number) => Array.from({ length: count }, (_, number) => commit.write(number))
  const first = write(1)
  await settle()
  const second = write(32)
  await settle()
  assert.deepEqual(sizes(), [1, 32])

  // The first transaction ends: 31 writes wait for the second one, 32 do not.
  const third = write(31)
  running[0]?.end()
  await Promise.all(first)
  await settle()
  assert.deepEqual(sizes(), [1, 32])
  third.push(...write(1))
  await settle()
  assert.deepEqual(sizes(), [1, 32, 32])

  const fourth = write(1)
  for (const { end } of running) end()
  await Promise.all([...second, ...third])
  await settle()
  assert.deepEqual(sizes(), [1, 32, 32, 1])
  running[3]?.end()
  await Promise.all(fourth)
})

/** Lets the event loop turn as often as it takes until the queue has begun what it can begin. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}
