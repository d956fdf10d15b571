import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { MAX_QUEUE_BODY_BYTES } from '../../../src/domain/queues/queue.ts'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { startSlowUploads } from '../support/clients/slow-uploads.ts'

/** Together many times the memory for bodies. */
const UPLOADS = { short: 250, long: 1500 }
const LOAD_MS = { short: 3000, long: 60_000 }
const SAMPLE_MS = 50
const MEBIBYTE = 1024 * 1024
/** The limit of a small machine. */
const MAX_MEMORY_BYTES = { short: 512 * MEBIBYTE, long: 1024 * MEBIBYTE }
/** Normal visitors go on: nearly all of them are answered within this time, whatever the uploads do. */
const MAX_WAIT_MS = 4000

export const largeBodies: Scenario = {
  name: 'large-bodies',
  title:
    'hundreds of slow connections with large bodies do not end a process with 1 GiB, and visitors are served',
  databases: ['sqlite'],
  short: ['sqlite'],
  async play(fixture) {
    const node = await fixture.startNode('one', { env: { NODE_OPTIONS: '--max-old-space-size=1024' } })
    assert.ok(node)
    const { service } = node
    const visitors = fixture.visitors()
    await until(() => visitors.answered() > 50)
    const made = await fetch(`${service.base}/q/new`, {
      method: 'POST',
      body: new URLSearchParams({ recipient: 'mallory@evil.dev' }),
    })
    const { queue_id: id, api_key: key } = (await made.json()) as { queue_id: string; api_key: string }
    visitors.takeTimes()
    const uploads = startSlowUploads({
      base: service.base,
      head:
        `POST /q/${id} HTTP/1.1\r\nHost: formslot\r\nAuthorization: Bearer ${key}\r\n` +
        'Content-Type: text/plain\r\n',
      bodyBytes: MAX_QUEUE_BODY_BYTES,
      count: UPLOADS[fixture.length],
    })
    let most = 0
    const measure = () => {
      most = Math.max(most, service.usage().memory)
      assert.ok(most < MAX_MEMORY_BYTES[fixture.length], `${most / MEBIBYTE} MiB`)
    }
    await until(() => {
      measure()
      return uploads.refused() > 0
    })
    for (let passed = 0; passed < LOAD_MS[fixture.length]; passed += SAMPLE_MS) {
      measure()
      await setTimeout(SAMPLE_MS)
    }
    const times = visitors.takeTimes().sort((one, other) => one - other)
    const refused = uploads.refused()
    await uploads.close()
    await visitors.leave()
    const slowest = times[Math.floor(times.length * 0.99)] ?? Infinity
    assert.ok(slowest < MAX_WAIT_MS, `99 of 100 visitors waited up to ${slowest} ms`)
    return `${UPLOADS[fixture.length]} uploads of 1 MiB, ${refused} refused; p99 ${Math.round(slowest)} ms, ${Math.round(most / MEBIBYTE)} MiB`
  },
}
