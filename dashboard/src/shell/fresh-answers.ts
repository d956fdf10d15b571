import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryKeys } from '../api/client/query-keys.ts'
import { useAccountEvents } from '../api/submissions/stream.ts'

/** Groups a burst of submissions into one refetch of the counts. */
const GATHERING_MS = 1_000

/** Refetches stale queries on account events, except lists of submissions, which never jump. */
export function useLiveRefresh(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changed = useRef(false)
  function refresh() {
    timer.current = undefined
    client.invalidateQueries({ queryKey: queryKeys.endpoints.all })
    client.invalidateQueries({ queryKey: queryKeys.submissions.unread })
    client.invalidateQueries({ queryKey: queryKeys.usage })
    if (changed.current) {
      client.invalidateQueries({ queryKey: queryKeys.submissions.allSingle })
      client.invalidateQueries({ queryKey: queryKeys.telemetry.lists })
      client.invalidateQueries({ queryKey: queryKeys.telemetry.allSingle })
    }
    changed.current = false
  }
  useAccountEvents(({ kind }) => {
    if (kind === 'ready') return
    changed.current ||= kind === 'changed'
    timer.current ??= setTimeout(refresh, GATHERING_MS)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
