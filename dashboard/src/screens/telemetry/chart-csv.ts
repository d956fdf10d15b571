import type { ChartLine } from '../../controls/charts/time-chart.tsx'
import { t } from '../../language/texts.ts'
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
  const head = [
    t('telemetry.csv.time'),
    name ?? t('telemetry.csv.events'),
    ...lines.map(({ short }) => short),
    t('telemetry.csv.average'),
    t('telemetry.csv.annotations'),
  ]
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
