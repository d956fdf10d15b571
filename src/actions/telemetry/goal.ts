import type { Refused } from '../../domain/refusal.ts'
import { MAX_EVENT_AHEAD_MS, toHour } from '../../domain/telemetry/event.ts'
import { type Goal, isSameGoal, startOfLocalDay } from '../../domain/telemetry/goal.ts'
import { later } from '../../domain/time.ts'
import { type Caller, toActor } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { configureOwned, toRefusedChange } from '../endpoints/change-owned.ts'

/** Number of events of a goal since its day began; the hours are those of UTC. */
export type GoalProgress = { since: Date; count: number }
type FoundGoal = { kind: 'goal'; goal: Goal; progress: GoalProgress } | { kind: 'none' } | Refused
type Request = { endpointId: string; now: Date }

/** Returns the daily goal of a telemetry endpoint of the caller, with what has arrived today. */
export async function getGoal(
  { store }: Context,
  { accountKey }: Caller,
  { endpointId, now }: Request,
): Promise<FoundGoal> {
  const owned = await store.owned.find({ accountKey, kind: 'telemetry', endpointId })
  if (!owned) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  const { goal } = owned.endpoint.settings
  if (goal === null) return { kind: 'none' }
  const since = startOfLocalDay(now, goal.timeZone)
  const counts = await store.telemetry.count({
    endpointId,
    name: goal.name,
    since: toHour(since),
    // The time of an event can be slightly ahead of the clock.
    until: toHour(later(now, MAX_EVENT_AHEAD_MS)) + 1,
    by: 'hour',
  })
  return { kind: 'goal', goal, progress: { since, count: counts.reduce((sum, { count }) => sum + count, 0) } }
}

/** Sets the daily goal of a telemetry endpoint of the caller; null removes it. */
export function setGoal(
  context: Context,
  caller: Caller,
  { goal, ...request }: Request & { goal: Goal | null },
): Promise<{ kind: 'done' } | Refused> {
  const about = { ...request, kind: 'telemetry' } as const
  return configureOwned<{ kind: 'done' } | Refused>(context, caller, about, ({ endpoint }) => {
    if (goal !== null && endpoint.retiredAt) return toRefusedChange({ code: 'endpoint_retired' })
    const { settings } = endpoint
    const entry = { kind: 'audit', by: toActor(caller), action: 'settings_changed', detail: 'goal' } as const
    return {
      answer: { kind: 'done' },
      remember: false,
      consequences: isSameGoal(settings.goal, goal)
        ? []
        : [{ kind: 'settings', settings: { ...settings, goal } }, entry],
    }
  })
}
