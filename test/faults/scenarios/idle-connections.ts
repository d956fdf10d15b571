import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { openIdleConnections } from '../support/clients/idle-connections.ts'

const CROWDS = { short: { silent: 400, slow: 100 }, long: { silent: 9000, slow: 500 } }
const LOAD_MS = { short: 1500, long: 30_000 }
/** Open files that the service and the clients may each have; the system is asked before the scenario starts. */
const DESCRIPTORS = 12_000
const MEBIBYTE = 1024 * 1024
/** Maximum memory for each idle connection, on top of what the idle service uses: socket, parser and request. */
const BYTES_A_CONNECTION = 40 * 1024
const ROOM_FOR_WORK = 96 * MEBIBYTE
/** Time within which nearly all normal visitors are answered, whatever the idle clients do. */
const PATIENCE_MS = 2000

export const idleConnections: Scenario = {
  name: 'idle-connections',
  title: 'ten thousand idle and slow connections are kept or closed while normal visitors are served',
  databases: ['sqlite'],
  short: ['sqlite'],
  missing() {
    const { status, stdout } = spawnSync('sh', ['-c', 'ulimit -Hn'])
    const most = stdout?.toString().trim()
    if (status !== 0) return 'the limit of open files cannot be asked for'
    return most === 'unlimited' || Number(most) >= DESCRIPTORS ? null : `only ${most} files may be open here`
  },
  async play(fixture) {
    const node = await fixture.startNode()
    assert.ok(node)
    const { service } = node
    const visitors = fixture.visitors()
    await until(() => visitors.answered() > 50)
    const before = service.usage()
    const crowd = CROWDS[fixture.length]
    const { base } = service
    const silent = openIdleConnections({ base, count: crowd.silent, responseFormat: 'silent' })
    const slowHeaders = openIdleConnections({ base, count: crowd.slow, responseFormat: 'slow headers' })
    const slowBodies = openIdleConnections({ base, count: crowd.slow, responseFormat: 'slow body' })
    const all = [silent, slowHeaders, slowBodies]
    const count = crowd.silent + 2 * crowd.slow
    await until(() => all.reduce((sum, each) => sum + each.standing(), 0) >= 0.9 * count)
    visitors.takeTimes()
    await setTimeout(LOAD_MS[fixture.length])
    const times = visitors.takeTimes().sort((one, other) => one - other)
    const { memory } = service.usage()
    const ended = all.reduce((sum, each) => sum + each.ended(), 0)
    await Promise.all(all.map((each) => each.leave()))
    await visitors.leave()

    const slowest = times[Math.floor(times.length * 0.99)] ?? Infinity
    assert.ok(slowest < PATIENCE_MS, `99 of 100 visitors waited up to ${Math.round(slowest)} ms`)
    const cost = memory - before.memory
    assert.ok(
      cost < count * BYTES_A_CONNECTION + ROOM_FOR_WORK,
      `the idle connections cost ${cost / MEBIBYTE} MiB`,
    )
    if (fixture.length === 'long') assert.ok(ended > 0, 'slow ones are sent away')
    await until(() => service.usage().descriptors < before.descriptors + 50)
    return `${count} connections, ${ended} ended; p99 ${Math.round(slowest)} ms, +${Math.round(cost / MEBIBYTE)} MiB`
  },
}
