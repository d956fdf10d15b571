import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const ROUNDS = { short: 1, long: 5 }
const LOAD_MS = { short: 250, long: 1000 }
/** A day ahead and back, a day back and ahead, an hour either way. */
const JUMPS = [{ days: 1 }, { days: -2 }, { days: 1 }, { hours: 1 }, { hours: -1 }]

export const clock: Scenario = {
  name: 'clock',
  title:
    'a clock that jumps a day either way under load loses nothing and wedges nothing, and repeats only what was in hand',
  databases: ['sqlite', 'postgres'],
  short: ['sqlite'],
  async play(fixture) {
    assert.ok(await fixture.startNode())
    const visitors = fixture.visitors()
    for (let round = 0; round < ROUNDS[fixture.length]; round += 1) {
      for (const jump of JUMPS) {
        await setTimeout(LOAD_MS[fixture.length])
        const before = visitors.answered()
        fixture.pass(jump)
        // Leases of emails in hand are over at once when the clock goes ahead.
        fixture.fault(CONCURRENT_EMAILS)
        await setTimeout(LOAD_MS[fixture.length])
        assert.ok(visitors.answered() > before, 'visitors are answered whatever the clock says')
      }
    }
    await visitors.leave()
    return `${ROUNDS[fixture.length] * JUMPS.length} jumps`
  },
}
