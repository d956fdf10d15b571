import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const PAUSES = { short: 1, long: 10 }
const LOAD_MS = { short: 300, long: 1500 }
/** Length of the pause: longer than a lease. */
const PAST_LEASES = { minutes: 3 }

/**
 * Stops a node while emails are in progress, and continues it after its leases have expired. On PostgreSQL the other
 * node has leased the emails meanwhile, and the results of the first one must not be stored.
 */
export const nodePause: Scenario = {
  name: 'node-pause',
  title:
    'a node that was stopped until its leases expired changes nothing about emails that other nodes have leased',
  databases: ['sqlite', 'postgres'],
  short: ['postgres'],
  async play(fixture) {
    const first = await fixture.startNode('one')
    const second = fixture.postgres ? await fixture.startNode('two') : null
    assert.ok(first)
    const visitors = fixture.visitors()
    for (let count = 0; count < PAUSES[fixture.length]; count += 1) {
      await setTimeout(LOAD_MS[fixture.length])
      fixture.mail.play((point) => (point === 'end_of_data' ? { kind: 'hold' } : null))
      const held = fixture.mail.ledger.length + (second ? 2 : 1)
      await until(() => fixture.mail.ledger.length >= held)
      first.service.signal('SIGSTOP')
      fixture.mail.play(null)
      fixture.mail.release()
      fixture.fault(CONCURRENT_EMAILS)
      // The other node has the same clock: the leases of its emails in progress have expired as well.
      if (second) fixture.fault(CONCURRENT_EMAILS)
      fixture.pass(PAST_LEASES)
      await setTimeout(LOAD_MS[fixture.length])
      first.service.signal('SIGCONT')
    }
    await visitors.leave()
    return `${PAUSES[fixture.length]} pauses of ${PAST_LEASES.minutes} minutes`
  },
}
