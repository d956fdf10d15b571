import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { StoreUnavailable } from '../../../src/store/contract/errors.ts'
import { type Connection, WriteLocked } from '../../../src/store/engine/connection.ts'
import { createGroupCommit } from '../../../src/store/engine/group-commit.ts'
import { NOW, storePlaces } from '../../support/stores/stores.ts'

const { places, openPlace } = storePlaces()

/** Writes in the longest queue that is never an overload, and the wait of its oldest that is one. */
const SHORT_QUEUE = 1023
const OVERLOAD_MS = 3000
/** Time after which writes behind a transaction that does not end are refused, and the interval of the checks. */
const STALL_MS = 10_000
const CHECK_MS = 1000

/** A queue of texts whose transactions end when the test says so, on a clock that the test moves. Work is never refused. */
function openSlow(t: TestContext, { batchMs }: { batchMs: number | null }) {
  let now = 0
  const running: (() => void)[] = []
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const pass = (ms: number) => {
    now += ms
    t.mock.timers.tick(ms)
  }
  const group = createGroupCommit<string>({
    concurrentBatches: 1,
    commit: async (batch) => {
      if (batchMs === null) await new Promise<void>((resolve) => running.push(resolve))
      else pass(batchMs)
      return [...batch]
    },
    mayRefuse: (write) => write !== 'work',
    onBroken: (error) => assert.fail(error),
  })
  return {
    ...group,
    pass,
    /** Moves the clock as for a process that was stopped: timers that were due meanwhile run once. */
    suspend(ms: number): void {
      now += ms
      t.mock.timers.tick(CHECK_MS)
    },
    writeMany: (count: number) => Array.from({ length: count }, () => group.write('submission')),
    /** Waits until a transaction is running. */
    async begin(): Promise<void> {
      while (running.length === 0) await new Promise((resolve) => setImmediate(resolve))
    },
    /** Ends the running transaction. */
    end: () => running.shift()?.(),
    /** Ends transactions until all these are stored. */
    async endAll(writes: readonly Promise<unknown>[]): Promise<void> {
      let isOpen = true
      const stored = Promise.all(writes).finally(() => {
        isOpen = false
      })
      while (isOpen) {
        running.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
      await stored
    },
  }
}

const isOverloaded = (error: unknown) => error instanceof StoreUnavailable && error.reason === 'overloaded'

/** Returns the state of a promise after everything that was ready has run. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  const settled = promise.then(
    () => 'stored',
    () => 'refused',
  )
  await new Promise((resolve) => setImmediate(resolve))
  return Promise.race([settled, Promise.resolve('waiting')])
}

/** Asserts that a write was refused at once: one that is queued would wait for ever. */
async function assertRefused(write: Promise<unknown>, message = 'it is refused'): Promise<void> {
  assert.equal(await stateOf(write), 'refused', message)
  await assert.rejects(write, isOverloaded)
}

test('refuses new writes while the oldest of a long queue has waited for three seconds', async (t) => {
  const slow = openSlow(t, { batchMs: null })
  const first = slow.write('submission')
  await slow.begin()
  const queued = slow.writeMany(SHORT_QUEUE)
  slow.pass(OVERLOAD_MS)
  queued.push(slow.write('submission'))
  await assertRefused(slow.write('submission'), 'the queue is long')
  queued.push(slow.write('work'))
  slow.end()
  await first
  // A batch of 256 leaves the queue, and nothing else in it is dropped.
  await slow.begin()
  queued.push(slow.write('submission'))
  await slow.endAll(queued)
})

test('a long queue is no overload before three seconds', async (t) => {
  const slow = openSlow(t, { batchMs: null })
  const first = slow.write('submission')
  await slow.begin()
  const queued = slow.writeMany(2 * SHORT_QUEUE)
  slow.pass(OVERLOAD_MS - 1)
  const last = slow.write('submission')
  assert.equal(await stateOf(last), 'waiting')
  slow.pass(1)
  await assertRefused(slow.write('submission'))
  await slow.endAll([first, last, ...queued])
})

test('stores all that was queued at once, however slow the machine is', async (t) => {
  const slow = openSlow(t, { batchMs: 8000 })
  assert.equal((await Promise.all(slow.writeMany(5000))).length, 5000)
})

test('refuses what has waited for ten seconds behind a transaction that does not end, and no work', async (t) => {
  const slow = openSlow(t, { batchMs: null })
  const hanging = slow.write('submission')
  await slow.begin()
  const queued = slow.write('submission')
  const work = slow.write('work')
  slow.pass(CHECK_MS)
  const later = slow.write('submission')
  slow.pass(STALL_MS - CHECK_MS - 1)
  assert.equal(await stateOf(queued), 'waiting')
  slow.pass(1)
  await assertRefused(queued)
  assert.deepEqual(await Promise.all([hanging, work, later].map(stateOf)), ['waiting', 'waiting', 'waiting'])
  slow.end()
  assert.equal(await hanging, 'submission')
  await slow.begin()
  slow.end()
  assert.deepEqual(await Promise.all([work, later]), ['work', 'submission'])
})

test('refuses nothing because the process was suspended', async (t) => {
  const slow = openSlow(t, { batchMs: null })
  const first = slow.write('submission')
  await slow.begin()
  const queued = slow.writeMany(2 * SHORT_QUEUE)
  slow.suspend(100 * STALL_MS)
  await slow.endAll([first, ...queued])
})

test('deliveries, judgements and maintenance are not refused during an overload', async (t) => {
  const place = await places.SQLite()
  const hanging = Promise.withResolvers<void>()
  const connect = async (): Promise<Connection> => {
    const connection = await place.connect()
    return {
      ...connection,
      async transaction(work) {
        await hanging.promise
        return connection.transaction(work)
      },
    }
  }
  const store = await openPlace({ ...place, connect })
  const change = { endpointId: 'f_unknown', now: NOW, idempotencyKey: null }
  const decide = () => ({ answer: null, remember: false, consequences: [] })
  const submit = () => store.change({ ...change, decide })
  const submitted = Array.from({ length: 2 * SHORT_QUEUE }, submit)
  const now = performance.now() + OVERLOAD_MS
  t.mock.method(performance, 'now', () => now)
  await assert.rejects(submit(), isOverloaded)
  await assert.rejects(store.accounts.endExpiredSessions({ now: NOW }), isOverloaded)
  const lease = { now: NOW, until: NOW, limit: 1, holder: 'node' }
  const work = [
    store.outbox.begin({ ...lease, channel: 'email', held: [], decide: () => assert.fail() }),
    store.outbox.settle([]),
    store.outbox.setPause('email', null),
    store.judging.lease({ ...lease, of: 'others' }),
    store.change({ ...change, judgement: { submissionKey: 1, lease: 'lease' }, decide }),
    store.health.addObservations([]),
    store.maintenance.purgeNotices(NOW),
    store.telemetry.purgeIds(NOW),
  ]
  hanging.resolve()
  await Promise.all([...work, ...submitted])
  await store.close()
  await place.close()
})

test('a write is refused for a write lock that was taken for five seconds, not for the slow disk before it', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  let locks = 0
  const locked: number[] = []
  let second: Promise<unknown> | null = null
  const group = createGroupCommit<string>({
    concurrentBatches: 1,
    async commit(batch) {
      if (locks > 0) {
        locks -= 1
        locked.push(now)
        now += 1000
        throw new WriteLocked()
      }
      if (batch.includes('slow')) {
        second = group.write('behind it')
        now += 6000
        locks = 1
      }
      return [...batch]
    },
    mayRefuse: () => true,
    onBroken: (error) => assert.fail(error),
  })
  await group.write('slow')
  assert.equal(await second, 'behind it')
  assert.deepEqual(locked, [6000])

  locks = 100
  const isBusy = (error: unknown) => error instanceof StoreUnavailable && error.reason === 'busy'
  await assert.rejects(group.write('locked out'), isBusy)
  assert.equal(now, 13_000, 'after five seconds')
  await group.close()
})
