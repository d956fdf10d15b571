import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const KILLS = { short: 2, long: 50 }
const SHORTEST_LIFE_MS = 100
const LONGEST_LIFE_MS = 900

export const kill: Scenario = {
  name: 'kill',
  title: 'repeated SIGKILL under load loses nothing that was acknowledged',
  databases: ['sqlite', 'postgres'],
  short: ['sqlite'],
  async play(fixture) {
    const kills = KILLS[fixture.length]
    const visitors = fixture.visitors()
    for (let count = 0; count < kills; count += 1) {
      const node = await fixture.startNode()
      assert.ok(node)
      const before = visitors.answered()
      await until(() => visitors.answered() > before)
      await setTimeout(SHORTEST_LIFE_MS + fixture.random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS))
      await fixture.endNode(node, 'SIGKILL')
      fixture.fault(CONCURRENT_EMAILS)
    }
    await visitors.leave()
    await fixture.startNode()
    return `${kills} kills`
  },
}
