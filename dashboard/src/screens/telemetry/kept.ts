import { t } from '../../language/texts.ts'
import { type Period, SHAPES } from './series.ts'

/** Returns true when events are kept for as long as a period and the one before it. */
export function isComparable(period: Period, keptDays: number): boolean {
  return keptDays >= 2 * SHAPES[period].days
}

/** Says what a chart cannot show because events are not kept for long enough; null when it shows everything. */
export function describeKept(period: Period, keptDays: number): string | null {
  if (isComparable(period, keptDays)) return null
  const { days, notKept } = SHAPES[period]
  return t(keptDays < days ? 'telemetry.daysMissing' : notKept, { count: keptDays })
}
