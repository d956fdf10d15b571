import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const ROUNDS = { short: 1, long: 5 }
const LOAD_MS = { short: 250, long: 1000 }
/** Time for the first response after a jump, on a busy machine; a wait for the clock would take an hour. */
const MAX_SILENCE_MS = 5000
/** Jumps of the clock: a day ahead and back, a day back and ahead, an hour in both directions. */
const JUMPS = [{ days: 1 }, { days: -2 }, { days: 1 }, { hours: 1 }, { hours: -1 }]

export const clock: Scenario = {
  name: 'clock',
  title:
    'a clock that jumps by a day under load loses nothing, blocks nothing, and repeats only emails in progress',
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
        // When the clock jumps ahead, the leases of emails in progress expire at once.
        fixture.fault(CONCURRENT_EMAILS)
        const jumpedAt = performance.now()
        await until(() => visitors.answered() > before)
        const silence = performance.now() - jumpedAt
        assert.ok(silence < MAX_SILENCE_MS, 'visitors are answered whatever the clock says')
        await setTimeout(LOAD_MS[fixture.length])
      }
    }
    await visitors.leave()
    return `${ROUNDS[fixture.length] * JUMPS.length} jumps`
  },
}
