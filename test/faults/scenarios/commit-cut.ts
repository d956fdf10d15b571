import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { startPostgresProxy } from '../../support/postgres/proxy.ts'
import type { Scenario } from '../scenario.ts'

const CUTS = { short: 6, long: 200 }
const LONGEST_WAIT_MS = 150

/** The connection to PostgreSQL is lost in the middle of COMMIT: half of the commits took place and nobody was told. */
export const commitCut: Scenario = {
  name: 'commit-cut',
  title:
    'connections to PostgreSQL cut in the middle of COMMIT: never acknowledged, and a repeated key finds what took place',
  databases: ['postgres'],
  short: ['postgres'],
  async play(fixture) {
    const proxy = await startPostgresProxy(fixture.database)
    fixture.registerCleanup(proxy)
    fixture.useDatabase({ forServices: proxy.url, forChecker: fixture.database })
    assert.ok(await fixture.startNode())
    const visitors = fixture.visitors()
    const cuts = CUTS[fixture.length]
    for (let count = 0; count < cuts; count += 1) {
      await setTimeout(fixture.random() * LONGEST_WAIT_MS)
      await proxy.cutNextCommit(count % 2 === 0 ? 'before' : 'after')
      // The commit may have been that of an email that was taken: its lease ends and it is sent again.
      fixture.fault(1)
    }
    await visitors.leave()
    return `${cuts} commits cut`
  },
}
