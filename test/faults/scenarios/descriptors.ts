import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { openIdleConnections } from '../support/clients/idle-connections.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const ROUNDS = { short: 1, long: 10 }
/** Limit of open files for the process, which needs about half of them to run. */
const DESCRIPTORS = 96
const CROWD = 200
const LOAD_MS = { short: 300, long: 1500 }
/** Tolerated growth: sockets that are about to be closed are not a leak. */
const SLACK = 16

export const descriptors: Scenario = {
  name: 'descriptors',
  title:
    'a process that runs out of file descriptors keeps acknowledged data and recovers without a restart or a leak',
  databases: ['sqlite', 'postgres'],
  short: ['sqlite'],
  missing: () => (spawnSync('prlimit', ['--version']).status === 0 ? null : 'prlimit is not installed'),
  async play(fixture) {
    const node = await fixture.startNode('one', {
      under: ['prlimit', `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`],
    })
    assert.ok(node)
    const { service } = node
    const visitors = fixture.visitors()
    await until(() => visitors.answered() > 20)
    const before = service.usage().descriptors
    for (let round = 0; round < ROUNDS[fixture.length]; round += 1) {
      const crowd = openIdleConnections({ base: service.base, count: CROWD, responseFormat: 'silent' })
      await until(() => service.usage().descriptors >= DESCRIPTORS - 1)
      // An email whose outcome cannot be stored without a database connection is sent again.
      if (fixture.postgres) fixture.fault(CONCURRENT_EMAILS)
      await setTimeout(LOAD_MS[fixture.length])
      await crowd.leave()
      const answered = visitors.answered()
      await until(() => visitors.answered() > answered + 20)
    }
    await visitors.leave()
    await until(() => service.usage().descriptors <= before + SLACK)
    return `${ROUNDS[fixture.length]} × ${CROWD} connections for ${DESCRIPTORS} descriptors`
  },
}
