import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { queryKeys } from '../../../api/client/query-keys.ts'
import type { SubmissionPage } from '../../../api/schema.ts'
import { useAccountEvents } from '../../../api/submissions/stream.ts'
import {
  firstSubmissions,
  newestSubmissions,
  type Submission,
  type SubmissionList,
} from '../../../api/submissions/submissions.ts'
import { refreshCounts } from '../actions/bulk-actions.ts'
import { wasRemoved } from '../actions/optimistic-update.ts'
import { withChanged, withInserted, withUnread } from './cached-lists.ts'

/** New arrivals above the list. `joins`: no gap between them and the list. */
export type NewArrivals = { submissions: readonly Submission[]; joins: boolean }

/** Groups a burst into one request. */
const GATHERING_MS = 400
const NONE: NewArrivals = { submissions: [], joins: true }

/**
 * Loads new arrivals of a folder on account events and holds them back: only rows that are already shown change.
 *
 * @returns `take` adds the arrivals to the top of the list; `reload` replaces the list by its first page, with all
 *   that has changed elsewhere
 */
export function useNewArrivals(filter: SubmissionFilter): {
  arrivals: NewArrivals
  take: () => void
  reload: () => Promise<void>
} {
  const client = useQueryClient()
  const [known, setKnown] = useState<{ of: string; arrivals: NewArrivals }>({ of: '', arrivals: NONE })
  const of = JSON.stringify(filter)
  const key = queryKeys.submissions.list(filter)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const request = useRef<AbortController>(undefined)
  const latest = useRef({ filter, of })
  useEffect(() => {
    latest.current = { filter, of }
  })

  const refresh = useCallback(async () => {
    const { filter, of } = latest.current
    const key = queryKeys.submissions.list(filter)
    request.current?.abort()
    const control = new AbortController()
    request.current = control
    const page = await newestSubmissions(filter, control.signal).catch(ignoreUnavailable)
    const list = client.getQueryData<SubmissionList>(key)
    if (page === null || !list || latest.current.of !== of) return
    client.setQueryData<SubmissionList>(key, withUnread(refreshed(list, page), page.unread))
    const arrivals = findNewArrivals(list, page)
    const isEmpty = list.pages.every(({ data }) => data.length === 0)
    // An empty list cannot jump.
    if (isEmpty && arrivals.submissions.length > 0) client.resetQueries({ queryKey: key })
    else setKnown({ of, arrivals })
  }, [client])

  useAccountEvents((event) => {
    const { endpoint } = latest.current.filter
    // The first page was loaded with the code of the dashboard, before events were reported.
    const isElsewhere = event.kind !== 'ready' && event.endpointId !== null && event.endpointId !== endpoint
    if (endpoint && isElsewhere) return
    clearTimeout(timer.current)
    timer.current = setTimeout(refresh, GATHERING_MS)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      request.current?.abort()
    },
    [],
  )

  const arrivals = known.of === of ? known.arrivals : NONE
  const take = () => {
    setKnown({ of, arrivals: NONE })
    client.invalidateQueries({ queryKey: queryKeys.submissions.counts })
    if (arrivals.joins) {
      client.setQueryData<SubmissionList>(key, (list) => list && onTop(list, arrivals.submissions))
    } else client.resetQueries({ queryKey: key })
  }
  const reload = useCallback(async () => {
    const { filter, of } = latest.current
    const page = await firstSubmissions(filter)
    client.setQueryData<SubmissionList>(queryKeys.submissions.list(filter), {
      pages: [page],
      pageParams: [null],
    })
    setKnown({ of, arrivals: NONE })
    refreshCounts(client)
  }, [client])
  return { arrivals, take, reload }
}

function onTop(list: SubmissionList, submissions: readonly Submission[]): SubmissionList {
  const top = list.pages.flatMap(({ data }) => data)[0]?.id
  return withInserted(list, { submissions, before: new Map(submissions.map(({ id }) => [id, top])) })
}

/** Refused, unreachable or superseded: the next event or poll tries again. */
function ignoreUnavailable(error: unknown): null {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return null
  throw error
}

function findNewArrivals(list: SubmissionList, page: SubmissionPage): NewArrivals {
  const head = list.pages[0]?.data ?? []
  const known = new Set(head.map(({ id }) => id))
  const newest = head[0]?.received_at ?? ''
  const submissions = page.data.filter(
    ({ id, received_at }) => !known.has(id) && !wasRemoved(id) && received_at >= newest,
  )
  return { submissions, joins: submissions.length < page.data.length || page.next_cursor === null }
}

/** Updates shown rows, such as a bounced email or a change made elsewhere. */
function refreshed(list: SubmissionList, page: SubmissionPage): SubmissionList {
  const now = new Map(page.data.map((submission) => [submission.id, submission]))
  const head = list.pages[0]?.data ?? []
  const old = head.filter((one) => {
    const newer = now.get(one.id)
    return newer && (newer.read !== one.read || newer.delivery !== one.delivery)
  })
  if (old.length === 0) return list
  return withChanged(list, {
    ids: new Set(old.map(({ id }) => id)),
    change: (one) => now.get(one.id) ?? one,
  })
}
