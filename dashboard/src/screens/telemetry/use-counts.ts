import { useMe } from '../../api/accounts/me.ts'
import type { EventStats } from '../../api/schema.ts'
import { useEventStats } from '../../api/telemetry/events.ts'
import { describeKept, isComparable } from './kept.ts'
import {
  buildSeries,
  knownSince,
  type Period,
  type Series,
  SHAPES,
  STEP_MS,
  WEEK_MS,
  withLastWeek,
} from './series.ts'

/** Days of which the same hours a week before are needed. */
const DAYS_WITH_LAST_WEEK = 8

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
  const lastWeek = useLastWeek(telemetryId, {
    name,
    until: usual.data?.until,
    // Only a day is compared with the week before: of seven days, it is the period before.
    enabled: period === '24h' && (keptDays ?? 0) >= DAYS_WITH_LAST_WEEK,
  })
  return {
    query,
    comparable,
    /** Says for how long events are kept, where the chart cannot show everything; null where it does. */
    missing: keptDays === undefined ? null : describeKept(period, keptDays),
    toSeries(stats: EventStats): Series {
      const known = all.data && knownSince(all.data, thirtyDays)
      const series = buildSeries(stats, period, known)
      const names = all.data ? buildSeries(all.data, period, known).names : series.names
      const compared = comparable ? series : withoutBefore(series)
      const known30 = thirtyDays && knownSince(thirtyDays)
      const whole =
        lastWeek === undefined || known30 === undefined
          ? compared
          : withLastWeek(compared, lastWeek, findStart(lastWeek, known30))
      return { ...whole, names }
    },
  }
}

/** Loads the counts of the same hours a week before. */
function useLastWeek(
  telemetryId: string,
  { name, until, enabled }: { name: string | undefined; until: string | undefined; enabled: boolean },
): EventStats | undefined {
  const end = until === undefined ? 0 : Date.parse(until) - WEEK_MS
  const { data, isPlaceholderData } = useEventStats(
    telemetryId,
    {
      interval: 'hour',
      name,
      since: new Date(end - STEP_MS.day).toISOString(),
      until: new Date(end).toISOString(),
    },
    { enabled: enabled && until !== undefined },
  )
  return enabled && !isPlaceholderData ? data : undefined
}

/** Returns the start of what is known of these hours: on the day of the first event, the first hour that has one. */
function findStart(hours: EventStats, firstDay: number): number {
  const since = Date.parse(hours.since)
  return firstDay < since - STEP_MS.day ? since : Math.max(firstDay, knownSince(hours))
}

/** Leaves out the period before, of which a part may still be kept. */
export function withoutBefore(series: Series): Series {
  return { ...series, totalBefore: null, steps: series.steps.map((step) => ({ ...step, before: null })) }
}
