import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const PAUSES = { short: 1, long: 10 }
const LOAD_MS = { short: 300, long: 1500 }
/** Longer than a lease. */
const PAST_LEASES = { minutes: 3 }

/**
 * A node stops in its tracks with emails in hand whose answers are on their way, and goes on when its leases are long
 * over. With PostgreSQL the other node has taken the emails up meanwhile, and what the first one writes about them
 * must not count.
 */
export const nodePause: Scenario = {
  name: 'node-pause',
  title: 'a node stopped past its leases and let go on writes nothing about emails that others have taken up',
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
      // The clock that is moved is the other node's too: of what it has in hand the leases are over as well.
      if (second) fixture.fault(CONCURRENT_EMAILS)
      fixture.pass(PAST_LEASES)
      await setTimeout(LOAD_MS[fixture.length])
      first.service.signal('SIGCONT')
    }
    await visitors.leave()
    return `${PAUSES[fixture.length]} pauses of ${PAST_LEASES.minutes} minutes`
  },
}
