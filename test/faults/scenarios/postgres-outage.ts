import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { TestPostgres } from '../../support/postgres/postgres.ts'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS, type Fixture } from '../support/fixture.ts'

const OUTAGES = { short: 1, long: 10 }
const LOAD_MS = { short: 300, long: 1000 }
const AWAY_MS = { short: 300, long: 1000 }
/** Length of a suspension: longer than any statement may take, so that requests in progress fail. */
const PAUSE_MS = { short: 1000, long: 13_000 }
const NODES = ['one', 'two']

export const postgresRestart = outage({
  name: 'postgres-restart',
  title: 'PostgreSQL restarted under load, gracefully and immediately: the service recovers by itself',
  done: 'restarts',
  async injectFault(postgres, fixture, count) {
    await postgres.stop(count % 2 === 0 ? 'SIGINT' : 'SIGQUIT')
    await setTimeout(AWAY_MS[fixture.length])
    await postgres.start()
  },
})

export const postgresKill = outage({
  name: 'postgres-kill',
  title: 'PostgreSQL killed under load with all its processes: acknowledged data is there when it is back',
  done: 'kills of the server',
  async injectFault(postgres, fixture) {
    await postgres.stop('SIGKILL')
    await setTimeout(AWAY_MS[fixture.length])
    await postgres.start()
  },
})

export const postgresPause = outage({
  name: 'postgres-pause',
  title:
    'PostgreSQL suspended for longer than a statement may take: 503 meanwhile, then the service recovers',
  done: 'pauses',
  async injectFault(postgres, fixture) {
    await postgres.pause()
    await setTimeout(PAUSE_MS[fixture.length])
    await postgres.resume()
  },
})

/** Creates a scenario of two nodes under load whose database becomes unavailable and returns. */
function outage(options: {
  name: string
  title: string
  done: string
  injectFault(postgres: TestPostgres, fixture: Fixture, count: number): Promise<void>
}): Scenario {
  return {
    name: options.name,
    title: options.title,
    databases: ['postgres'],
    short: options.name === 'postgres-kill' ? ['postgres'] : [],
    async play(fixture) {
      const { postgres } = fixture
      assert.ok(postgres)
      for (const name of NODES) assert.ok(await fixture.startNode(name))
      const visitors = fixture.visitors()
      for (let count = 0; count < OUTAGES[fixture.length]; count += 1) {
        await setTimeout(LOAD_MS[fixture.length])
        await options.injectFault(postgres, fixture, count)
        fixture.fault(CONCURRENT_EMAILS * NODES.length)
        const before = visitors.answered()
        await until(() => visitors.answered() > before + 20)
      }
      await visitors.leave()
      return `${OUTAGES[fixture.length]} ${options.done}`
    },
  }
}
