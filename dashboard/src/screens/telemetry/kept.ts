import { pluralize } from '../../controls/numbers.ts'
import { type Period, SHAPES } from './series.ts'

/** Returns true when events are kept for as long as a period and the one before it. */
export function isComparable(period: Period, keptDays: number): boolean {
  return keptDays >= 2 * SHAPES[period].days
}

/** Says what a chart cannot show because events are not kept for long enough; null when it shows everything. */
export function describeKept(period: Period, keptDays: number): string | null {
  if (isComparable(period, keptDays)) return null
  const kept = `Events are kept for ${pluralize(keptDays, 'day')}`
  return keptDays < SHAPES[period].days
    ? `${kept}: earlier days are missing.`
    : `${kept}, so the ${SHAPES[period].words} before can't be compared.`
}
