import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryKeys } from '../api/client/query-keys.ts'
import { useHappenings } from '../api/submissions/stream.ts'

/** So that a burst of submissions asks for everything that counts them once. */
const GATHERING_MS = 1_000

/**
 * Answers that what happens elsewhere has made old are asked for again, except lists of submissions: those never jump;
 * the inbox says how many are new.
 */
export function useFreshAnswers(): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const changed = useRef(false)
  function refresh() {
    timer.current = undefined
    client.invalidateQueries({ queryKey: queryKeys.endpoints.all })
    client.invalidateQueries({ queryKey: queryKeys.submissions.unread })
    client.invalidateQueries({ queryKey: queryKeys.usage })
    if (changed.current) {
      client.invalidateQueries({ queryKey: queryKeys.submissions.anyOne })
      client.invalidateQueries({ queryKey: queryKeys.telemetry.lists })
      client.invalidateQueries({ queryKey: queryKeys.telemetry.anyOne })
    }
    changed.current = false
  }
  useHappenings(({ kind }) => {
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
