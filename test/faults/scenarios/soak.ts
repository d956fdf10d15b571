import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'

const VISITORS = 4
/** Pause between two requests of a visitor: a busy instance, not a race. */
const PAUSE_MS = 60
const SAMPLE_MS = 1000
/** Warm-up that is not measured: caches fill and the compiler finishes. */
const WARM_UP = 0.25
const MEBIBYTE = 1024 * 1024
/** Maximum ratio of the last quarter to the first measured one. */
const MEMORY_GROWTH = 16 * MEBIBYTE
/** Maximum growth of live memory after garbage collection: less than 80 bytes per request in ten minutes. */
const LIVE_GROWTH = 2 * MEBIBYTE
const DESCRIPTOR_GROWTH = 8
const LARGEST_LOG = 64 * MEBIBYTE

type Sample = { memory: number; descriptors: number }

export const soak: Scenario = {
  name: 'soak',
  title: 'hours of steady load do not increase memory, descriptors or the write-ahead log',
  databases: ['sqlite', 'postgres'],
  // Within seconds nothing is stable.
  short: [],
  async play(fixture) {
    const node = await fixture.startNode()
    assert.ok(node)
    const visitors = fixture.visitors({ count: VISITORS, pauseMs: PAUSE_MS })
    const samples: Sample[] = []
    const count = (fixture.soakMinutes * 60_000) / SAMPLE_MS
    let liveAtFirst = Number.NaN
    for (let round = 0; round < count; round += 1) {
      if (round === Math.floor(count * WARM_UP)) liveAtFirst = await node.service.liveMemory()
      await setTimeout(SAMPLE_MS)
      samples.push(node.service.usage())
      if (!fixture.postgres) assert.ok(logBytes(fixture.database) < LARGEST_LOG, 'the log is bounded')
    }
    const live = await node.service.liveMemory()
    await visitors.leave()
    const first = medians(samples.slice(count * WARM_UP, count * 2 * WARM_UP))
    const last = medians(samples.slice(-count * WARM_UP))
    const inMebibytes = ({ memory }: Sample) => Math.round(memory / MEBIBYTE)
    const growth = [liveAtFirst, live].map((bytes) => (bytes / MEBIBYTE).toFixed(1)).join(' to ')
    assert.ok(live - liveAtFirst < LIVE_GROWTH, `memory in use grew from ${growth} MiB`)
    assert.ok(
      last.memory - first.memory < MEMORY_GROWTH,
      `memory grew from ${inMebibytes(first)} to ${inMebibytes(last)} MiB`,
    )
    assert.ok(last.descriptors - first.descriptors <= DESCRIPTOR_GROWTH, 'descriptors are closed')
    return `${fixture.soakMinutes} min; ${inMebibytes(first)} to ${inMebibytes(last)} MiB, in use ${growth}`
  },
}

function logBytes(database: string): number {
  return statSync(`${database.slice('file:'.length)}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

function medians(samples: readonly Sample[]): Sample {
  const of = (read: (sample: Sample) => number) =>
    samples.map(read).sort((one, other) => one - other)[Math.floor(samples.length / 2)] ?? Number.NaN
  return { memory: of((sample) => sample.memory), descriptors: of((sample) => sample.descriptors) }
}
