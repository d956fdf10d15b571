import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kill } from './scenarios/kill.ts'
import { SCENARIOS } from './scenarios.ts'
import { writtenFigures } from './support/report.ts'
import { createScenarioRunner } from './support/run-scenario.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const runner = createScenarioRunner({ length: 'short', seed, soakMinutes: 0 })
after(() => runner[Symbol.asyncDispose]())

/** The kill scenario is a test file of its own, for the quick run. */
for (const scenario of SCENARIOS.filter(({ name }) => name !== kill.name)) {
  const missing = scenario.missing?.() ?? null
  for (const database of scenario.short) {
    test(`${scenario.title} (${database})`, { skip: missing ?? false }, async (context) => {
      context.diagnostic(`seed ${seed}: SEED=${seed} npm run test:faults -- --short ${scenario.name}`)
      const figures = await runner.runScenario(scenario, database)
      assert.equal(figures.lost, 0)
      assert.ok(figures.acknowledged > 0)
    })
  }
}

test('the documentation lists the results of every scenario', () => {
  const listed = new Set([...writtenFigures().keys()].map((row) => row.split(' ')[0]))
  assert.deepEqual([...listed].sort(), SCENARIOS.map(({ name }) => name).sort())
})
