import { startPostgres, type TestPostgres } from '../../support/postgres/postgres.ts'
import type { DatabaseKind, Length, Scenario } from '../scenario.ts'
import type { Figures } from './checks/final-check.ts'
import { openFixture } from './fixture.ts'

/** Result of one scenario on one database, with every promise kept. */
export type ScenarioResult = Figures & { name: string; database: DatabaseKind; done: string; seconds: number }

/** Runs scenarios one after the other; starts PostgreSQL once, when it is first needed. */
type ScenarioRunner = AsyncDisposable & {
  /** @throws AssertionError with every promise that was broken */
  runScenario(scenario: Scenario, on: DatabaseKind): Promise<ScenarioResult>
}

export function createScenarioRunner(options: {
  length: Length
  seed: number
  soakMinutes: number
}): ScenarioRunner {
  let postgres: TestPostgres | null = null

  return {
    async runScenario(scenario, on) {
      if (on === 'postgres') postgres ??= await startPostgres(['max_connections=200'])
      const began = performance.now()
      await using fixture = await openFixture({ ...options, kind: on, postgres })
      const done = await scenario.play(fixture)
      await fixture.rest()
      const figures = await fixture.check()
      await scenario.end?.(fixture)
      return {
        name: scenario.name,
        database: on,
        done,
        ...figures,
        seconds: (performance.now() - began) / 1000,
      }
    },
    async [Symbol.asyncDispose]() {
      await postgres?.[Symbol.asyncDispose]()
    },
  }
}
