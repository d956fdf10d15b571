import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const ROUNDS = { short: 1, long: 10 }
const LOAD_MS = { short: 300, long: 1000 }
/** Shorter and longer than a request waits for the lock. */
const HOLDS_MS = { short: [1000], long: [1000, 4000, 8000] }
const PROBE_EVERY_MS = 20
/** The time within which the process answers, whatever happens to its database. */
const PROMISED_MS = 100

export const writeLock: Scenario = {
  name: 'write-lock',
  title:
    'a stranger who holds the write lock of the SQLite file never blocks the process: requests wait, then get 503',
  databases: ['sqlite'],
  short: ['sqlite'],
  async play(fixture) {
    const node = await fixture.startNode()
    assert.ok(node)
    const visitors = fixture.visitors()
    const times: number[] = []
    for (let round = 0; round < ROUNDS[fixture.length]; round += 1) {
      for (const holdMs of HOLDS_MS[fixture.length]) {
        await setTimeout(LOAD_MS[fixture.length])
        times.push(
          ...(await holdLock(fixture.database.slice('file:'.length), { holdMs, base: node.service.base })),
        )
        // The outcome of an email that was sent meanwhile may be known too late.
        fixture.fault(CONCURRENT_EMAILS)
        const before = visitors.answered()
        await until(() => visitors.answered() > before + 20)
      }
    }
    await visitors.leave()
    times.sort((one, other) => one - other)
    const [middle = Infinity, high = Infinity] = [0.5, 0.99].map(
      (share) => times[Math.floor(times.length * share)],
    )
    assert.ok(middle < PROMISED_MS, `health checks took ${middle} ms`)
    return (
      `${ROUNDS[fixture.length] * HOLDS_MS[fixture.length].length} locks of ${HOLDS_MS[fixture.length].join(', ')} ms; ` +
      `/healthz p50 ${Math.round(middle)} ms, p99 ${Math.round(high)} ms`
    )
  },
}

/** Holds the lock as another process does; returns how long each health check took meanwhile, in milliseconds. */
async function holdLock(file: string, hold: { holdMs: number; base: string }): Promise<number[]> {
  using stranger = new DatabaseSync(file, { timeout: 60_000 })
  stranger.exec('begin immediate')
  const times: number[] = []
  const endsAt = performance.now() + hold.holdMs
  while (performance.now() < endsAt) {
    const startedAt = performance.now()
    const answer = await fetch(`${hold.base}/healthz`)
    await answer.arrayBuffer()
    assert.equal(answer.status, 200)
    times.push(performance.now() - startedAt)
    await setTimeout(PROBE_EVERY_MS)
  }
  stranger.exec('rollback')
  return times
}
