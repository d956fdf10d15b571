import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { queryKeys } from '../../../api/client/query-keys.ts'
import type { SubmissionPage } from '../../../api/schema.ts'
import { useAccountEvents } from '../../../api/submissions/stream.ts'
import {
  newestSubmissions,
  type Submission,
  type SubmissionList,
} from '../../../api/submissions/submissions.ts'
import { hasLeft } from '../actions/optimistic-update.ts'
import { withChanged, withInserted, withUnread } from './cached-lists.ts'

/** New arrivals above the list. `joins`: no gap between them and the list. */
export type Notification = { submissions: readonly Submission[]; joins: boolean }

/** Groups a burst into one request. */
const GATHERING_MS = 400
const NONE: Notification = { submissions: [], joins: true }

/**
 * Loads new arrivals of a folder on account events and holds them back: only rows that are already shown change.
 *
 * @returns `take` adds the arrivals to the top of the list
 */
export function useNewArrivals(filter: SubmissionFilter): { arrivals: Notification; take: () => void } {
  const client = useQueryClient()
  const [told, setTold] = useState<{ of: string; arrivals: Notification }>({ of: '', arrivals: NONE })
  const of = JSON.stringify(filter)
  const key = queryKeys.submissions.list(filter)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asking = useRef<AbortController>(undefined)
  const latest = useRef({ filter, of })
  useEffect(() => {
    latest.current = { filter, of }
  })

  const look = useCallback(async () => {
    const { filter, of } = latest.current
    const key = queryKeys.submissions.list(filter)
    asking.current?.abort()
    const control = new AbortController()
    asking.current = control
    const page = await newestSubmissions(filter, control.signal).catch(notNow)
    const list = client.getQueryData<SubmissionList>(key)
    if (page === null || !list || latest.current.of !== of) return
    client.setQueryData<SubmissionList>(key, withUnread(refreshed(list, page), page.unread))
    const arrivals = newsIn(list, page)
    const isEmpty = list.pages.every(({ data }) => data.length === 0)
    // An empty list cannot jump.
    if (isEmpty && arrivals.submissions.length > 0) client.resetQueries({ queryKey: key })
    else setTold({ of, arrivals })
  }, [client])

  useAccountEvents((event) => {
    const { endpoint } = latest.current.filter
    if (endpoint && event.endpointId !== null && event.endpointId !== endpoint) return
    clearTimeout(timer.current)
    timer.current = setTimeout(look, GATHERING_MS)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asking.current?.abort()
    },
    [],
  )

  const arrivals = told.of === of ? told.arrivals : NONE
  const take = () => {
    setTold({ of, arrivals: NONE })
    if (arrivals.joins) {
      client.setQueryData<SubmissionList>(key, (list) => list && onTop(list, arrivals.submissions))
    } else client.resetQueries({ queryKey: key })
  }
  return { arrivals, take }
}

function onTop(list: SubmissionList, submissions: readonly Submission[]): SubmissionList {
  const top = list.pages.flatMap(({ data }) => data)[0]?.id
  return withInserted(list, submissions, new Map(submissions.map(({ id }) => [id, top])))
}

/** Refused, unreachable or superseded: the next event or poll tries again. */
function notNow(error: unknown): null {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return null
  throw error
}

function newsIn(list: SubmissionList, page: SubmissionPage): Notification {
  const head = list.pages[0]?.data ?? []
  const known = new Set(head.map(({ id }) => id))
  const newest = head[0]?.received_at ?? ''
  const submissions = page.data.filter(
    ({ id, received_at }) => !known.has(id) && !hasLeft(id) && received_at >= newest,
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
  return withChanged(list, new Set(old.map(({ id }) => id)), (one) => now.get(one.id) ?? one)
}
