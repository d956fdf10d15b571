import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { DAY, HOUR, MINUTE } from '../../../src/domain/time.ts'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'

const ROUNDS = { short: 1, long: 15 }
const LOAD_MS = { short: 300, long: 2000 }
/** Clocks of the machines of both nodes, off the true time. */
const APART = [
  [0, 3 * MINUTE],
  [-3 * MINUTE, 3 * MINUTE],
  [HOUR, -DAY],
  [40 * DAY, 0],
] as const

/**
 * Two nodes on machines whose clocks are wrong, each in its own way, and jump. They go by the clock of the database, so
 * that nothing is leased twice: no email may arrive twice at all.
 */
export const clocksApart: Scenario = {
  name: 'clocks-apart',
  title:
    'two nodes whose clocks differ by minutes to weeks: no lease is taken over before its time, nothing is sent twice',
  databases: ['postgres'],
  short: ['postgres'],
  async play(fixture) {
    const nodes = [await fixture.startNode('one'), await fixture.startNode('two')]
    const visitors = fixture.visitors()
    for (let round = 0; round < ROUNDS[fixture.length]; round += 1) {
      for (const offsets of APART) {
        for (const [index, node] of nodes.entries()) {
          assert.ok(node)
          node.service.setMachineClock(offsets[index] ?? 0)
        }
        const before = visitors.answered()
        await setTimeout(LOAD_MS[fixture.length])
        // Visitors are answered, whatever the clocks show.
        await until(() => visitors.answered() > before)
      }
    }
    await visitors.leave()
    return `${ROUNDS[fixture.length] * APART.length} jumps, up to 40 days apart`
  },
}
