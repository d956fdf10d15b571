import type { Series } from './series.ts'

/** "+12% on the 24 hours before", without the running step, which is not over. */
export function Comparison({ series, words }: { series: Series; words: string }) {
  const { totalBefore, total, steps } = series
  if (totalBefore === null || totalBefore === 0) return null
  const change = Math.round(((total - (steps.at(-1)?.value ?? 0)) / totalBefore - 1) * 100)
  return (
    <span className="ml-2 font-normal text-muted tabular-nums">
      {change > 0 ? '+' : change < 0 ? '−' : ''}
      {Math.abs(change)}% on the {words} before
    </span>
  )
}
