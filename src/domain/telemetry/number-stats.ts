/** Maximum number of values of which the median and the percentile are taken: the newest ones. */
const MAX_SORTED = 10_000
const P95 = 0.95

/** Numbers that are being added up. */
export type NumberTally = { count: number; sum: number; values: number[] }

/** `median` and `p95` are those of the newest 10,000 values. */
export type NumberStats = { count: number; sum: number; median: number; p95: number }

/** Creates an empty tally. */
export function createNumberTally(): NumberTally {
  return { count: 0, sum: 0, values: [] }
}

/** Adds a number to the tally. */
export function addNumber(tally: NumberTally, value: number): void {
  tally.count += 1
  // The sum of numbers that JSON can say may be too large for it.
  tally.sum = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, tally.sum + value))
  if (tally.values.length < MAX_SORTED) tally.values.push(value)
}

/** Returns the statistics of a tally; null without a number. */
export function summarize({ count, sum, values }: NumberTally): NumberStats | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const middle = (sorted.length - 1) / 2
  const low = sorted[Math.floor(middle)] ?? 0
  const high = sorted[Math.ceil(middle)] ?? 0
  const p95 = sorted[Math.ceil(sorted.length * P95) - 1] ?? 0
  return { count, sum, median: low / 2 + high / 2, p95 }
}
