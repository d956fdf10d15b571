import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type BarGroup, drawChart } from './chart.ts'
import { describeMachine } from './machine.ts'
import { describeFailures, type Round } from './wrk.ts'

/** Folder of the page and of the charts. */
const FOLDER = path.resolve(import.meta.dirname, '../../docs/decisions/measurements')
const PAGE = path.join(FOLDER, 'README.md')

/** Figures of one benchmark, by number of connections and name of the subject. */
export type Results = { connections: number; rounds: Record<string, Round> }[]

export type Report = {
  /** The name of the command without `bench:`. */
  name: string
  title: string
  /** Description of the measurement in a sentence or two. */
  setting: string
  results: Results
  /** Names of the subjects that all others are compared with. */
  yardsticks: string[]
}

/** A finished table with its chart. */
export type Section = Pick<Report, 'name' | 'title' | 'setting'> & {
  /** The first row is the header. */
  table: readonly (readonly string[])[]
  chart: readonly BarGroup[]
  /** Rounds of load behind the table; the requests that failed in them are named below it. */
  results?: Results
}

/** Publishes the results of a load as a table of ratios and figures. See `publishTable`. */
export function reportLoad(report: Report, options: { write: boolean; now: Date }): void {
  publishTable({ ...report, table: toTable(report), chart: toBars(report.results) }, options)
}

/** Prints the table; with `write`, puts it and a chart into docs/decisions/measurements. */
export function publishTable(section: Section, options: { write: boolean; now: Date }): void {
  const { name, title, setting } = section
  const text = [toMarkdown(section.table), ...listFailures(section.results ?? [])].join('\n\n')
  process.stdout.write(`${title}\n${setting}\n\n${text}\n`)
  if (!options.write) return
  const chart = `${name}.svg`
  writeFileSync(path.join(FOLDER, chart), drawChart({ title, groups: section.chart }))
  const day = options.now.toISOString().slice(0, 10)
  const paragraphs = [
    `## ${title}`,
    setting,
    `Measured on ${day}: ${describeMachine()}. Medians; \`npm run bench:${name} -- --write\` repeats it.`,
    text,
    `![${title}](${chart})`,
  ]
  writeFileSync(PAGE, replaceSection(name, paragraphs.join('\n\n')))
}

/** Returns a remark about the requests that failed; none when all succeeded. */
function listFailures(results: Results): string[] {
  const failed = results.flatMap(({ connections, rounds }) =>
    Object.entries(rounds)
      .filter(([, { failures }]) => Object.keys(failures).length > 0)
      .map(([name, { failures }]) => `${name} at ${connections} connections (${describeFailures(failures)})`),
  )
  return failed.length === 0 ? [] : [`**Requests failed** in all rounds together: ${failed.join('; ')}.`]
}

/** Returns the page with the section of this benchmark replaced, or added at the end. */
function replaceSection(name: string, section: string): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '# Measurements\n'
  const marked = `${begin}\n${section}\n${end}`
  const [before, rest] = page.split(begin)
  if (before === undefined || rest === undefined) return `${page.trimEnd()}\n\n${marked}\n`
  return before + marked + rest.slice(rest.indexOf(end) + end.length)
}

function toTable({ results, yardsticks }: Report): string[][] {
  const ratios = yardsticks.map((name) => `of ${name}`)
  const head = ['connections', 'server', ...ratios, 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'memory MiB']
  const lines = results.flatMap(({ connections, rounds }) =>
    Object.entries(rounds).map(([name, round]) => [
      String(connections),
      name,
      ...yardsticks.map((yardstick) => share(round.perSecond, rounds[yardstick]?.perSecond)),
      whole(round.perSecond),
      round.p50Ms.toFixed(2),
      round.p99Ms.toFixed(1),
      known(round.cpuMicros, 0),
      known(round.memoryMb, 0),
    ]),
  )
  return [head, ...lines]
}

function toBars(results: Results): BarGroup[] {
  return results.map(({ connections, rounds }) => ({
    heading: `${connections} ${connections === 1 ? 'connection' : 'connections'}`,
    bars: Object.entries(rounds).map(([name, round]) => bar(name, round.perSecond)),
  }))
}

/** Returns a bar labeled with a rate. */
export function bar(name: string, perSecond: number): BarGroup['bars'][number] {
  return { name, value: perSecond, label: `${whole(perSecond)}/s` }
}

function toMarkdown([head = [], ...lines]: Section['table']): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n')
}

/** Formats a ratio as a whole percentage; a dash without a yardstick. */
export function share(value: number, yardstick: number | undefined): string {
  return yardstick === undefined ? '–' : `${Math.round((100 * value) / yardstick)} %`
}

/** Formats a number; a dash where it was not measured. */
export function known(value: number, digits: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(digits)
}

/** Rounds a number and adds separators: `12,345`. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
