import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { queryKeys } from '../../../api/client/query-keys.ts'
import type { OpenSubmission, Submission } from '../../../api/submissions/submissions.ts'

/**
 * Cursor of the list. A new `focusRequest` scrolls to the row `wanted` and focuses it, once the cursor is there: another
 * submission opens a moment later. Focus that is `kept` stays in the open submission, where a button was pressed.
 */
type Cursor = {
  id: string | null
  wanted: string | null
  focusRequest: number
  focus: 'taken' | 'kept'
}

/**
 * Navigation of the list: cursor, open submission, next and previous.
 *
 * @param of.wide true if the list is beside the open submission
 */
export function useListNavigation(of: {
  submissions: readonly Submission[]
  search: SubmissionFilter
  openId: string | undefined
  wide: boolean
}) {
  const { submissions, search, openId, wide } = of
  const navigate = useNavigate()
  const client = useQueryClient()
  const [kept, setCursor] = useState<Omit<Cursor, 'id'>>({ wanted: null, focusRequest: 0, focus: 'kept' })
  const cursor: Cursor = { ...kept, id: openId ?? kept.wanted }
  const known = (id: string | undefined) =>
    id === undefined ? undefined : client.getQueryData<OpenSubmission>(queryKeys.submissions.one(id))
  /** Submission at the cursor; the open one need not be in the list. */
  const current: Submission | null = submissions.find(({ id }) => id === cursor.id) ?? known(openId) ?? null

  /** Replaces the open submission in the history, so that Back leads to the list. */
  const open = useCallback(
    (id: string) => {
      const to = { to: '/inbox/$submissionId', params: { submissionId: id }, search } as const
      navigate({ ...to, replace: openId !== undefined, resetScroll: false })
    },
    [navigate, search, openId],
  )

  function point(wanted: string | null, focus: Cursor['focus'] = 'kept') {
    setCursor(({ focusRequest }) => ({ wanted, focusRequest: focusRequest + 1, focus }))
  }

  function close() {
    navigate({ to: '/inbox', search, resetScroll: false })
  }

  /** Returns to the list and restores focus. */
  function back() {
    if (openId === undefined) return
    // Focus inside the open submission is lost when it closes.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    point(openId)
    close()
  }

  /** Moves to another row, which replaces the open one. */
  function openSubmission(id: string | null, focus: Cursor['focus'] = 'kept') {
    if (openId !== undefined && id !== null) open(id)
    if (openId === undefined || wide) point(id, focus)
  }

  function beside(id: string | null, step: 1 | -1): string | null {
    const place = submissions.findIndex((one) => one.id === id)
    if (place !== -1) return submissions[place + step]?.id ?? null
    const neighbors = known(id ?? undefined)?.neighbors
    return (step === 1 ? neighbors?.older : neighbors?.newer) ?? null
  }

  function move(step: 1 | -1) {
    const isLost = openId === undefined && current === null
    const id = isLost ? (submissions[0]?.id ?? null) : beside(cursor.id, step)
    // One cursor: the arrows continue from the row that the keys have opened.
    if (id !== null) openSubmission(id, 'taken')
  }

  function moveTo(place: number) {
    const id = submissions[place]?.id
    if (id !== undefined) openSubmission(id)
  }

  /** Returns the row to move to when these leave: the next older one that stays, else the next newer one. */
  function nextWithout(ids: ReadonlySet<string>): string | null {
    const place = submissions.findIndex(({ id }) => id === cursor.id)
    const isKept = ({ id }: Submission) => !ids.has(id)
    const next = submissions.slice(place + 1).find(isKept) ?? submissions.slice(0, place + 1).findLast(isKept)
    return next?.id ?? null
  }

  /** Moves there if the cursor is on one of the removed rows. */
  function leaveRemoved(ids: ReadonlySet<string>, next: string | null) {
    if (cursor.id === null || !ids.has(cursor.id)) return
    if (openId !== undefined && (!wide || next === null)) {
      close()
      point(next)
    } else openSubmission(next)
  }

  const openCurrent = () => (cursor.id !== null && openId === undefined ? open(cursor.id) : undefined)
  return {
    cursor,
    current,
    open,
    openCurrent,
    back,
    beside,
    goTo: (id: string | null) => openSubmission(id),
    point: (id: string | null) => point(id),
    move,
    moveTo,
    nextWithout,
    stepAside: leaveRemoved,
  }
}
