import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { drawChart } from './chart.ts'
import { describeMachine } from './machine.ts'
import type { Round } from './wrk.ts'

const DOCS = path.resolve(import.meta.dirname, '../docs')
const PAGE = path.join(DOCS, 'performance.md')

/** What one bench measured: by number of connections, by name of the subject. */
export type Results = { connections: number; rounds: Record<string, Round> }[]

export type Report = {
  /** The name of the command without `bench:`. */
  name: string
  title: string
  /** What was measured, in a sentence or two. */
  setting: string
  results: Results
  /** What every subject is compared with. */
  yardsticks: string[]
}

/** Prints the results as a table of ratios and figures; with `write`, puts it and a chart into docs/performance.md. */
export function tell(report: Report, options: { write: boolean; now: Date }): void {
  const text = tableOf(report)
  process.stdout.write(`${report.title}\n${report.setting}\n\n${text}\n`)
  if (!options.write) return
  const chart = `performance-${report.name}.svg`
  writeFileSync(path.join(DOCS, chart), drawChart(report))
  const day = options.now.toISOString().slice(0, 10)
  const section = [
    `## ${report.title}`,
    report.setting,
    `Measured on ${day}: ${describeMachine()}. Medians; \`npm run bench:${report.name} -- --write\` repeats it.`,
    text,
    `![${report.title}](${chart})`,
  ].join('\n\n')
  writeFileSync(PAGE, withSection(report.name, section))
}

/** The page with this bench's section replaced, or added at the end. */
function withSection(name: string, section: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '# Performance\n'
  const marked = `${begin}\n${section}\n${end}`
  const [before, rest] = page.split(begin)
  if (before === undefined || rest === undefined) return `${page.trimEnd()}\n\n${marked}\n`
  return before + marked + rest.slice(rest.indexOf(end) + end.length)
}

function tableOf({ results, yardsticks }: Report): string {
  const ratios = yardsticks.map((name) => `of ${name}`)
  const head = ['connections', 'server', ...ratios, 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'memory MiB']
  const lines = results.flatMap(({ connections, rounds }) =>
    Object.entries(rounds).map(([name, round]) => [
      String(connections),
      name,
      ...yardsticks.map((yardstick) => share(round, rounds[yardstick])),
      Math.round(round.perSecond).toLocaleString('en'),
      round.p50Ms.toFixed(2),
      round.p99Ms.toFixed(1),
      round.cpuMicros.toFixed(0),
      round.memoryMb.toFixed(0),
    ]),
  )
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n')
}

function share(round: Round, yardstick: Round | undefined): string {
  return yardstick ? `${Math.round((100 * round.perSecond) / yardstick.perSecond)} %` : '–'
}
