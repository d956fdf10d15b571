import { useMe } from '../../api/accounts/me.ts'
import type { EventStats } from '../../api/schema.ts'
import { useEventStats } from '../../api/telemetry/events.ts'
import { describeKept, isComparable } from './kept.ts'
import { buildSeries, knownSince, type Period, type Series, SHAPES, STEP_MS } from './series.ts'

/** Loads the counts of a period, and of the one before where events are kept for both. */
export function useCounts(
  telemetryId: string,
  { period, name }: { period: Period; name: string | undefined },
) {
  const { interval, days } = SHAPES[period]
  const { data: me } = useMe()
  const keptDays = me?.plan.telemetry_retention_days
  const usual = useEventStats(telemetryId, { interval })
  const comparable = keptDays === undefined || isComparable(period, keptDays)
  // The service answers thirty days unless it is asked for more. Its clock says when they begin.
  const since =
    period === '30d' && keptDays !== undefined && comparable && usual.data
      ? new Date(Date.parse(usual.data.until) - 2 * days * STEP_MS.day).toISOString()
      : undefined
  const query = useEventStats(telemetryId, { interval, name, since })
  const all = useEventStats(telemetryId, { interval, since })
  // Two days of hours do not say whether there were events before.
  const { data: thirtyDays } = useEventStats(telemetryId, { interval: 'day' })
  return {
    query,
    comparable,
    /** Says for how long events are kept, where the chart cannot show everything; null where it does. */
    missing: keptDays === undefined ? null : describeKept(period, keptDays),
    toSeries(stats: EventStats): Series {
      const known = all.data && knownSince(all.data, thirtyDays)
      const series = buildSeries(stats, period, known)
      const names = all.data ? buildSeries(all.data, period, known).names : series.names
      return { ...(comparable ? series : withoutBefore(series)), names }
    },
  }
}

/** Leaves out the period before, of which a part may still be kept. */
export function withoutBefore(series: Series): Series {
  return { ...series, totalBefore: null, steps: series.steps.map((step) => ({ ...step, before: null })) }
}
