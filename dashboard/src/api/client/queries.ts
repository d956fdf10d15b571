import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Call, callOrThrow } from './call.ts'

/** Returns the function of a query that asks the API. */
export function read<Answer>(request: Call) {
  return ({ signal }: { signal: AbortSignal }) => callOrThrow<Answer>({ ...request, signal })
}

/**
 * Mutation that calls the API.
 *
 * @param change.caches key of the query that the response is the new data of
 * @param change.outdates keys of queries that are loaded again
 * @param change.outdatedBy `any-response`: a refusal, too, means that they are stale
 * @param change.onDone is awaited before the callbacks of `mutate`
 */
export function useChange<Answer, Given = void>(change: {
  request: (given: Given) => Call
  caches?: QueryKey
  outdates?: readonly QueryKey[]
  outdatedBy?: 'success' | 'any-response'
  onDone?: (answer: Answer, given: Given) => unknown
}) {
  const { request, caches, outdates = [], outdatedBy = 'success', onDone } = change
  const client = useQueryClient()
  const reload = () => Promise.all(outdates.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({
    mutationFn: (given: Given) => callOrThrow<Answer>(request(given)),
    onSuccess(answer, given) {
      if (caches) client.setQueryData(caches, answer)
      return onDone?.(answer, given)
    },
    onSettled: (_answer, error) => (error === null || outdatedBy === 'any-response' ? reload() : undefined),
  })
}
