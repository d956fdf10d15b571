import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '../client/api-error.ts'
import { callOrThrow, path } from '../client/call.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Endpoint } from '../schema.ts'

type SpamList = 'block' | 'allow'
type Lists = Record<SpamList, string[]>
type Spam = Endpoint['settings']['spam']

/** Number of times that a change is tried while others change the same form. */
const MAX_TRIES = 3

/**
 * Returns a function that adds a sender to a list of a form, and takes it off the other one, where it would prevent the
 * effect. It resolves to a function that undoes this, and to whether the filter of the form is on; null when nothing was left to change.
 *
 * @throws ApiError when the service refuses it
 */
export function useListSender() {
  const client = useQueryClient()
  return useCallback(
    async (request: { endpointId: string; list: SpamList; entry: string }) => {
      const { endpointId, list, entry } = request
      const other = list === 'block' ? 'allow' : 'block'
      let taken: string[] = []
      const change = await changeLists(client, endpointId, (lists) => {
        taken = lists[other].filter((one) => one === entry.toLowerCase())
        return { [list]: [...lists[list], entry], [other]: without(lists[other], taken) }
      })
      if (change === null) return null
      const added = without(change.after[list], change.before[list])
      const undo = async () => {
        await changeLists(client, endpointId, (lists) => ({
          [list]: without(lists[list], added),
          [other]: [...lists[other], ...taken],
        }))
      }
      return { undo, isFiltering: change.after.level !== 'off' }
    },
    [client],
  )
}

/** Replaces the lists of a form by what `change` makes of them; null when they stay the same. */
async function changeLists(
  client: QueryClient,
  endpointId: string,
  change: (lists: Lists) => Partial<Lists>,
): Promise<{ before: Spam; after: Spam } | null> {
  const address = path`/endpoints/${endpointId}`
  for (let tried = 1; ; tried += 1) {
    const before = await callOrThrow<Endpoint>({ path: address })
    try {
      const after = await callOrThrow<Endpoint>({
        method: 'PATCH',
        path: address,
        body: { spam: change(before.settings.spam) },
        headers: { 'if-match': `"${before.version}"` },
      })
      client.setQueryData(queryKeys.endpoints.one(endpointId), after)
      client.invalidateQueries({ queryKey: queryKeys.endpoints.lists })
      if (after.version === before.version) return null
      return { before: before.settings.spam, after: after.settings.spam }
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'version_conflict'
      if (!isConflict || tried === MAX_TRIES) throw error
    }
  }
}

function without(list: readonly string[], entries: readonly string[]): string[] {
  return list.filter((entry) => !entries.includes(entry))
}
