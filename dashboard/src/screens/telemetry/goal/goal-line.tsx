import { useGoal } from '../../../api/telemetry/goal.ts'
import { count } from '../../../controls/numbers.ts'

/** "142 of 200 “signup” today", if the endpoint has a daily goal. */
export function GoalLine({ telemetryId }: { telemetryId: string }) {
  const { data } = useGoal(telemetryId)
  if (!data?.goal) return null
  const { name, per_day: perDay, time_zone: zone, today } = data.goal
  const isReached = today.count >= perDay
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm tabular-nums">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <strong>{count(today.count)}</strong> of {count(perDay)} <bdi>“{name}”</bdi> today
      </span>
      <span className="text-muted">
        {isReached ? 'Goal reached.' : `${count(perDay - today.count)} to go.`} Days start at midnight,{' '}
        {zone.replaceAll('_', ' ')}.
      </span>
    </p>
  )
}
