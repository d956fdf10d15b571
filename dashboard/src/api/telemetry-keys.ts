import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, path } from './call.ts'
import { queryKeys } from './query-keys.ts'

/** A key with which programs read the events of one endpoint. */
export type ReadKey = {
  id: string
  name: string
  /** Its beginning, `tk_1234…`. */
  hint: string
  created_at: string
  last_used_at: string | null
}

/** The one answer that holds the key itself. */
export type NewReadKey = ReadKey & { key: string }

export function useReadKeys(telemetryId: string) {
  return useQuery({
    queryKey: queryKeys.telemetry.keys(telemetryId),
    queryFn: ({ signal }) => ask<{ data: ReadKey[] }>({ path: path`/telemetry/${telemetryId}/keys`, signal }),
    select: (answer) => answer.data,
  })
}

/** Wants a fresh sign-in. */
export function useMakeReadKey(telemetryId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (made: { name: string }) =>
      ask<NewReadKey>({ method: 'POST', path: path`/telemetry/${telemetryId}/keys`, body: made }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.telemetry.keys(telemetryId) }),
  })
}

export function useRevokeReadKey(telemetryId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      ask<null>({ method: 'DELETE', path: path`/telemetry/${telemetryId}/keys/${id}` }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.telemetry.keys(telemetryId) }),
  })
}
