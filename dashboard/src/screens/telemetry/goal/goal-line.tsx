import { useGoal } from '../../../api/telemetry/goal.ts'
import { count } from '../../../controls/numbers.ts'
import { rich, t } from '../../../language/texts.ts'

/** "142 of 200 “signup” today", if the endpoint has a daily goal. */
export function GoalLine({ telemetryId }: { telemetryId: string }) {
  const { data } = useGoal(telemetryId)
  if (!data?.goal) return null
  const { name, per_day: perDay, time_zone: zone, today } = data.goal
  const zoneText = zone.replaceAll('_', ' ')
  const isReached = today.count >= perDay
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm tabular-nums">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {rich('telemetry.goal.line', {
          reached: <strong>{count(today.count)}</strong>,
          goal: count(perDay),
          name: <bdi>{name}</bdi>,
        })}
      </span>
      <span className="text-muted">
        {isReached
          ? t('telemetry.goal.reached', { zone: zoneText })
          : t('telemetry.goal.left', { number: count(perDay - today.count), zone: zoneText })}
      </span>
    </p>
  )
}
