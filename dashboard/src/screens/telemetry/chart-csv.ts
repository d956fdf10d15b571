import type { ChartLine } from '../../controls/charts/time-chart.tsx'
import { csvRecord } from '../table/csv.ts'
import type { Series } from './series.ts'

/** Writes the numbers of a chart as CSV for spreadsheets, with a byte order mark, which Excel needs. */
export function writeChartCsv(
  { steps }: Series,
  {
    name,
    lines,
    notes,
  }: { name: string | undefined; lines: readonly ChartLine[]; notes: readonly string[][] },
): string {
  const head = ['time', name ?? 'events', ...lines.map(({ short }) => short), 'average', 'annotations']
  const records = steps.map(({ time, value, average }, place) => [
    time,
    String(value),
    ...lines.map(({ values }) => toCell(values[place] ?? null)),
    toCell(average),
    (notes[place] ?? []).join('; '),
  ])
  return `\ufeff${[head, ...records].map(csvRecord).join('')}`
}

function toCell(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 100) / 100)
}
