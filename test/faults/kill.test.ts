import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kill } from './scenarios/kill.ts'
import { createScenarioRunner } from './support/run-scenario.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`${kill.title} (sqlite)`, async (context) => {
  await using runner = createScenarioRunner({ length: 'short', seed, soakMinutes: 0 })
  context.diagnostic(`seed ${seed}: SEED=${seed} npm run test:faults -- --short ${kill.name}`)
  const figures = await runner.runScenario(kill, 'sqlite')
  assert.equal(figures.lost, 0)
  assert.ok(figures.acknowledged > 0)
})
