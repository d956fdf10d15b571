import { startPostgres, type TestPostgres } from '../../support/postgres/postgres.ts'
import type { DatabaseKind, Length, Scenario } from '../scenario.ts'
import type { Figures } from './checks/final-check.ts'
import { openStage } from './fixture.ts'

/** Result of one scenario on one database, with every promise kept. */
export type Performance = Figures & { name: string; database: DatabaseKind; done: string; seconds: number }

/** Plays scenarios one after the other; the PostgreSQL server among them is started once, when it is first needed. */
export type Company = AsyncDisposable & {
  /** @throws AssertionError with every promise that was broken */
  perform(scenario: Scenario, on: DatabaseKind): Promise<Performance>
}

export function openCompany(options: { length: Length; seed: number; soakMinutes: number }): Company {
  let postgres: TestPostgres | null = null

  return {
    async perform(scenario, on) {
      if (on === 'postgres') postgres ??= await startPostgres(['max_connections=200'])
      const began = performance.now()
      await using stage = await openStage({ ...options, kind: on, postgres })
      const done = await scenario.play(stage)
      await stage.rest()
      const figures = await stage.check()
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
