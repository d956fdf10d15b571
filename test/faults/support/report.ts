import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describeMachine } from '../../../bench/harness/machine.ts'
import type { Scenario } from '../scenario.ts'
import type { ScenarioResult } from './run-scenario.ts'

export const PAGE = path.resolve(import.meta.dirname, '../../../docs/reliability.md')
const BEGIN = '<!-- figures -->'
const END = '<!-- /figures -->'
const HEAD = [
  'scenario',
  'database',
  'what was done',
  'acknowledged',
  'lost',
  'refused',
  'unknown',
  'sent twice',
  'allowed',
  'seconds',
  'day',
]

/** Reads the figures in docs/reliability.md by scenario and database. */
export function writtenFigures(): Map<string, string> {
  const [, table = ''] = readFileSync(PAGE, 'utf8').split(BEGIN)
  const rows = [...table.matchAll(/^\| `([a-z-]+)` \| (\w+) \|.*\|$/gm)]
  return new Map(rows.map(([row, name, database]) => [`${name} ${database}`, row]))
}

/** Writes these figures into the page; scenarios that were not run keep theirs. */
export function writeFigures(
  results: readonly ScenarioResult[],
  options: { scenarios: readonly Scenario[]; now: Date },
): void {
  const rows = writtenFigures()
  for (const each of results) rows.set(`${each.name} ${each.database}`, formatRow(each, options.now))
  const ordered = options.scenarios.flatMap(({ name, databases }) =>
    databases.flatMap((database) => rows.get(`${name} ${database}`) ?? []),
  )
  const table = [line(HEAD), line(HEAD.map(() => '---')), ...ordered].join('\n')
  const page = readFileSync(PAGE, 'utf8')
  const [before = ''] = page.split(BEGIN)
  const after = page.slice(page.indexOf(END))
  writeFileSync(PAGE, `${before}${BEGIN}\nMachine: ${describeMachine()}.\n\n${table}\n${after}`)
}

function formatRow(each: ScenarioResult, now: Date): string {
  const { acknowledged, lost, refused, unknown, duplicates, faults } = each
  const counts = [acknowledged, lost, refused, unknown, duplicates, faults].map(String)
  const day = now.toISOString().slice(0, 10)
  return line([
    `\`${each.name}\``,
    each.database,
    each.done,
    ...counts,
    String(Math.round(each.seconds)),
    day,
  ])
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
