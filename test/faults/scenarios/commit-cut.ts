import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { startPostgresProxy } from '../../support/postgres/proxy.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const CUTS = { short: 6, long: 200 }
const LONGEST_WAIT_MS = 150

/** Cuts the connection to PostgreSQL during COMMIT: half of the commits succeed, but no client gets an answer. */
export const commitCut: Scenario = {
  name: 'commit-cut',
  title:
    'connections to PostgreSQL lost during COMMIT: nothing is acknowledged, and a repeated Idempotency-Key finds the outcome',
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
      // The commit may have recorded sent emails: their leases expire, and they are sent again.
      fixture.fault(CONCURRENT_EMAILS)
    }
    await visitors.leave()
    return `${cuts} commits cut`
  },
}
