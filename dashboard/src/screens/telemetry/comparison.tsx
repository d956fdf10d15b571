import { count } from '../../controls/numbers.ts'
import { locale } from '../../language/language.ts'
import { t } from '../../language/texts.ts'
import { type Period, type Series, SHAPES } from './series.ts'

const percent = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/**
 * "+12% from the previous 24 hours, −3% from the same hours last week (161 vs. 144 and 166, excluding the current hour)": the
 * running step is not over.
 */
export function Comparison({ series, period }: { series: Series; period: Period }) {
  const text = describeComparison(series, period)
  return text === null ? null : <span className="ms-2 font-normal text-muted tabular-nums">{text}</span>
}

function describeComparison(series: Series, period: Period): string | null {
  const { totalBefore, totalLastWeek, steps } = series
  const finished = series.total - (steps.at(-1)?.value ?? 0)
  const total = count(finished)
  // Nothing is a multiple of zero.
  const before = totalBefore === 0 ? null : totalBefore
  const lastWeek = totalLastWeek === 0 ? null : totalLastWeek
  if (before !== null && lastWeek !== null) {
    return t('telemetry.compare.dayAndLastWeek', {
      change: changeText(finished, before),
      changeOfWeek: changeText(finished, lastWeek),
      total,
      earlier: count(before),
      lastWeek: count(lastWeek),
    })
  }
  if (before !== null)
    return t(SHAPES[period].compared, { change: changeText(finished, before), total, earlier: count(before) })
  if (lastWeek === null) return null
  return t('telemetry.compare.lastWeek', {
    change: changeText(finished, lastWeek),
    total,
    earlier: count(lastWeek),
  })
}

function changeText(total: number, earlier: number): string {
  return percent.format(total / earlier - 1).replace('-', '−')
}
