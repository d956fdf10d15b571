/** `npm run test:faults [-- names…]`: runs the scenarios in their long form and prints the figures. */
import { parseArgs } from 'node:util'
import type { DatabaseKind, Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'
import { writeFigures } from './support/report.ts'
import { createScenarioRunner, type ScenarioResult } from './support/run-scenario.ts'

const SOAK_MINUTES = 60
/** Minimum length of a soak: in less time, caches and compiled code still grow like a leak. */
const SHORTEST_SOAK_MINUTES = 10
const DATABASES: readonly DatabaseKind[] = ['sqlite', 'postgres']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    on: { type: 'string', multiple: true, default: [...DATABASES] },
    minutes: { type: 'string', default: String(SOAK_MINUTES) },
  },
})
process.exitCode = values.list ? list() : await runAll()

function list(): number {
  for (const { name, databases, title } of SCENARIOS) {
    process.stdout.write(`${name.padEnd(18)} ${databases.join(', ').padEnd(17)} ${title}\n`)
  }
  return 0
}

async function runAll(): Promise<number> {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  process.stdout.write(`seed ${seed}: SEED=${seed} repeats what was random\n`)
  const length = values.short ? 'short' : 'long'
  await using runner = createScenarioRunner({ length, seed, soakMinutes: soakMinutes() })
  const results: ScenarioResult[] = []
  let broken = 0
  for (const scenario of chosen()) {
    const missing = scenario.missing?.() ?? null
    if (missing !== null) {
      process.stdout.write(`${scenario.name}: skipped, ${missing}\n`)
      continue
    }
    for (const on of scenario.databases.filter((database) => values.on.includes(database))) {
      try {
        const result = await runner.runScenario(scenario, on)
        results.push(result)
        process.stdout.write(`${formatResult(result)}\n`)
      } catch (error) {
        // Printed; the other scenarios still run, and the command fails.
        broken += 1
        process.stdout.write(`${scenario.name} on ${on}: BROKEN\n`)
        console.error(error)
      }
    }
  }
  if (values.write) writeFigures(results, { scenarios: SCENARIOS, now: new Date() })
  return broken === 0 ? 0 : 1
}

function soakMinutes(): number {
  const minutes = Number(values.minutes)
  if (minutes >= SHORTEST_SOAK_MINUTES) return minutes
  throw new Error(`--minutes takes a number from ${SHORTEST_SOAK_MINUTES}, not "${values.minutes}"`)
}

function chosen(): readonly Scenario[] {
  const unknown = positionals.filter((name) => SCENARIOS.every((scenario) => scenario.name !== name))
  if (unknown.length > 0) throw new Error(`there is no scenario ${unknown.join(', ')}; --list tells all`)
  return SCENARIOS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
}

function formatResult(each: ScenarioResult): string {
  const { acknowledged, lost, refused, unknown, duplicates, faults } = each
  const { events, messages, deliveries, routed } = each
  return (
    `${each.name} on ${each.database}: ${each.done}; ${acknowledged} acknowledged, ${lost} lost, ${refused} refused, ` +
    `${unknown} unknown, ${duplicates} emails twice for ${faults} faults; among it ${events} events, and ${messages} ` +
    `messages, ${routed} of them submissions, handed out ${deliveries} times; ${each.seconds.toFixed(0)} s`
  )
}
