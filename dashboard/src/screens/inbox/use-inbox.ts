import { getRouteApi, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { joinPages } from '../../api/client/page.ts'
import { type Submission, useSubmissions } from '../../api/submissions/submissions.ts'
import { copyText } from '../../controls/copy.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { replyLink } from '../submission/reply.ts'
import { changes, folderAfter, type ReversibleAction } from './actions/bulk-action.ts'
import { useBulkActions } from './actions/bulk-actions.ts'
import { useBulkAll } from './actions/bulk-all.ts'
import type { DeleteTarget } from './actions/delete-dialog.tsx'
import { toApiFilter } from './filters/inbox-query.ts'
import { useListNavigation } from './list/list-navigation.ts'
import { useSelection } from './list/selection.ts'
import { readInboxSearch } from './search.ts'
import { useWide } from './wide.ts'

const route = getRouteApi('/inbox')

/** State and actions of the inbox. */
export function useInbox() {
  const raw = route.useSearch()
  const search = useMemo(() => readInboxSearch(raw), [raw])
  const filter = useMemo(() => toApiFilter(search), [search])
  const of = JSON.stringify(filter)
  const navigate = route.useNavigate()
  const { submissionId: openId } = useParams({ strict: false })
  const wide = useWide()
  const { showToast } = useToast()
  const query = useSubmissions(filter)
  const submissions = useMemo(() => joinPages(query.data?.pages), [query.data])
  const selection = useSelection(of, submissions)
  const actions = useBulkActions()
  const everything = useBulkAll(filter, submissions[0])
  const change = useCallback(
    (search: typeof raw) => navigate({ to: '/inbox', search, replace: true }),
    [navigate],
  )
  const way = useListNavigation({ submissions, search, openId, wide })
  const [toDelete, setToDelete] = useState<DeleteTarget | null>(null)
  const [deleting, setDeleting] = useState(false)
  const scrolledTo = useRef(0)
  const focusRequestDone = useRef(0)
  const scrolledOf = useRef(of)
  if (scrolledOf.current !== of) {
    scrolledOf.current = of
    scrolledTo.current = 0
  }
  // The selection is hidden with the list.
  const selected = wide || openId === undefined ? selection.selected : []
  const target = selected[0] ?? way.current
  const isEverything = selection.everything && selected.length > 0

  /** Applies to the given submissions, else the selected, the open, or the one at the cursor. */
  function perform(action: ReversibleAction, given?: readonly Submission[]) {
    if (given === undefined && isEverything) {
      selection.clear()
      everything.run(action)
      return
    }
    const those = given ?? targets()
    const ids = new Set(those.filter((one) => changes(one, action)).map(({ id }) => id))
    const next = way.nextWithout(ids)
    actions.perform(action, those, { aloud: 'said' })
    if (given === undefined) selection.clear()
    if (folderAfter(action) !== null) way.stepAside(ids, next)
  }

  function targets(): readonly Submission[] {
    if (selected.length > 0) return selected
    return way.current ? [way.current] : []
  }

  function askToDelete(given?: readonly Submission[]) {
    const ids = (given ?? targets()).map(({ id }) => id)
    if (given === undefined && isEverything) setToDelete({ kind: 'everything' })
    else if (ids.length > 0) setToDelete({ kind: 'these', ids })
  }

  async function confirmDelete() {
    if (toDelete === null) return
    setDeleting(true)
    const ids = new Set(toDelete.kind === 'these' ? toDelete.ids : submissions.map(({ id }) => id))
    const next = way.nextWithout(ids)
    const done =
      toDelete.kind === 'these' ? await actions.remove(toDelete.ids) : await everything.run('delete')
    setDeleting(false)
    if (!done) return
    setToDelete(null)
    selection.clear()
    way.stepAside(ids, next)
  }

  function reply() {
    const link = target && replyLink(target)
    if (link) window.location.assign(link)
    else if (target) showToast({ title: 'No email address to reply to' })
  }

  async function copy() {
    if (!target) return
    const done = await copyText(JSON.stringify(target, null, 2))
    showToast({ title: done ? 'Copied as JSON' : "Couldn't copy" })
  }

  return {
    ...way,
    search,
    filter,
    of,
    openId,
    wide,
    query,
    submissions,
    selection,
    actions,
    everything,
    target,
    scrolledTo,
    focusRequestDone,
    toDelete,
    deleting,
    setToDelete,
    confirmDelete,
    change,
    perform,
    askToDelete,
    reply,
    copy,
  }
}

export type Inbox = ReturnType<typeof useInbox>
