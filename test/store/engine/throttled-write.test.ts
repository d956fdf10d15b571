import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { connectSqlite } from '../../../src/store/dialects/sqlite/connect.ts'
import { throttledWrite } from '../../../src/store/engine/throttled-write.ts'
import type { QueueWrite } from '../../../src/store/engine/write-queue.ts'
import { createQueueTally } from '../../../src/store/queues/queue-tally.ts'

const BUSY_MS = 20

test('pauses after a batch of deletions for ten times as long as the batch took', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-throttle-'))
  const connection = connectSqlite(path.join(folder, 'formslot.db'))
  const write: QueueWrite = (run) =>
    connection.transaction((tx) =>
      run({ ...tx, nextKey: () => assert.fail('no row needs a key'), getTally: createQueueTally }),
    )
  const purge = throttledWrite(write)
  const ended: number[] = []
  const batch = async () => {
    const until = performance.now() + BUSY_MS
    while (performance.now() < until);
    ended.push(performance.now())
  }
  for (let count = 0; count < 2; count += 1) await purge(batch)
  const [first = 0, second = 0] = ended
  await connection.close()
  await rm(folder, { recursive: true })
  // A timer may be a millisecond early.
  assert.ok(second - first >= 11 * BUSY_MS - 2, `the second ended ${second - first} ms after the first`)
})
