import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../client/api-error.ts'
import { callOrThrow, path } from '../client/call.ts'
import { useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { HandOver } from '../schema.ts'

export type { HandOver } from '../schema.ts'

/** Loads who was asked to take over a form; null for nobody. */
export function useHandOver(id: string) {
  return useQuery({
    queryKey: queryKeys.handOver(id),
    async queryFn({ signal }): Promise<HandOver | null> {
      try {
        return await callOrThrow<HandOver>({ path: path`/endpoints/${id}/hand-over`, signal })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'hand_over_not_found') return null
        throw error
      }
    },
  })
}

export function useAskHandOver(id: string) {
  return useChange<HandOver, string>({
    request: (email) => ({ method: 'POST', path: path`/endpoints/${id}/hand-over`, body: { email } }),
    outdates: [queryKeys.handOver(id)],
  })
}

export function useWithdrawHandOver(id: string) {
  return useChange<null, void>({
    request: () => ({ method: 'DELETE', path: path`/endpoints/${id}/hand-over` }),
    outdates: [queryKeys.handOver(id)],
  })
}

/** Moves the form to its new owner: nothing of it is shown any more. */
export function useConfirmHandOver(id: string) {
  return useChange<null, void>({
    request: () => ({ method: 'POST', path: path`/endpoints/${id}/hand-over/confirm` }),
    outdates: [queryKeys.submissions.all, queryKeys.endpoints.lists, queryKeys.usage, queryKeys.labels],
  })
}
