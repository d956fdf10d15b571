import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryKeys } from '../api/client/query-keys.ts'
import { useAccountEvents } from '../api/submissions/stream.ts'
import { useThrottled } from './throttled.ts'

/** Groups a burst of submissions into one refetch of the counts. */
const GATHERING_MS = 1_000

/** Refetches stale queries on account events, except lists of submissions, which never jump. */
export function useLiveRefresh(): void {
  const client = useQueryClient()
  const changed = useRef(false)
  const wasReady = useRef(false)
  const refresh = useThrottled(GATHERING_MS, () => {
    client.invalidateQueries({ queryKey: queryKeys.endpoints.all })
    client.invalidateQueries({ queryKey: queryKeys.submissions.unread })
    client.invalidateQueries({ queryKey: queryKeys.usage })
    if (changed.current) {
      client.invalidateQueries({ queryKey: queryKeys.submissions.allSingle })
      client.invalidateQueries({ queryKey: queryKeys.telemetry.lists })
      client.invalidateQueries({ queryKey: queryKeys.telemetry.allSingle })
    }
    changed.current = false
  })
  useAccountEvents(({ kind }) => {
    if (kind === 'ready') {
      // The stream also ends when the session begins to act in another account.
      if (wasReady.current) client.invalidateQueries({ queryKey: queryKeys.me })
      wasReady.current = true
      return
    }
    changed.current ||= kind === 'changed'
    refresh()
  })
}
