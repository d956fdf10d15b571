import { useQuery, useQueryClient } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Goal, GoalRequest } from '../schema.ts'

export type DailyGoal = NonNullable<Goal['goal']>

/** Loads the daily goal of an endpoint, with the events of today. */
export function useGoal(telemetryId: string) {
  return useQuery({
    queryKey: queryKeys.telemetry.goal(telemetryId),
    queryFn: read<Goal>({ path: path`/telemetry/${telemetryId}/goal` }),
  })
}

/** Sets the daily goal. */
export function useSetGoal(telemetryId: string) {
  return useChange<Goal, GoalRequest>({
    request: (body) => ({ method: 'POST', path: path`/telemetry/${telemetryId}/goal`, body }),
    caches: queryKeys.telemetry.goal(telemetryId),
  })
}

/** Removes the daily goal. */
export function useRemoveGoal(telemetryId: string) {
  const client = useQueryClient()
  return useChange<null>({
    request: () => ({ method: 'DELETE', path: path`/telemetry/${telemetryId}/goal` }),
    onDone: () => client.setQueryData<Goal>(queryKeys.telemetry.goal(telemetryId), { goal: null }),
  })
}
