import { count } from '../../controls/numbers.ts'
import { type Period, type Series, SHAPES } from './series.ts'

/**
 * "+12% on the 24 hours before, −3% on the same hours last week (161 against 144 and 166, without the running hour)": the
 * running step is not over.
 */
export function Comparison({ series, period }: { series: Series; period: Period }) {
  const { interval, words } = SHAPES[period]
  const { totalBefore, totalLastWeek, total, steps } = series
  const finished = total - (steps.at(-1)?.value ?? 0)
  const compared = [
    { earlier: totalBefore, when: `the ${words} before` },
    { earlier: totalLastWeek, when: 'the same hours last week' },
  ].flatMap(({ earlier, when }) => (earlier === null || earlier === 0 ? [] : [{ earlier, when }]))
  if (compared.length === 0) return null
  const changes = compared.map(({ earlier, when }) => `${changeText(finished, earlier)} on ${when}`)
  const figures = compared.map(({ earlier }) => count(earlier)).join(' and ')
  return (
    <span className="ml-2 font-normal text-muted tabular-nums">
      {changes.join(', ')} ({count(finished)} against {figures}, without the running {interval})
    </span>
  )
}

function changeText(total: number, earlier: number): string {
  const change = Math.round((total / earlier - 1) * 100)
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return `${sign}${count(Math.abs(change))}%`
}
