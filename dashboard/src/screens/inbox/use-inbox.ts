import { getRouteApi, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import { allOf } from '../../api/client/page.ts'
import { type Submission, useSubmissions } from '../../api/submissions/submissions.ts'
import { copyText } from '../../controls/copy.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { replyLink } from '../submission/reply.ts'
import { changes, type Deed, folderAfter } from './actions/bulk-action.ts'
import { useDeeds } from './actions/bulk-actions.ts'
import { useEverything } from './actions/bulk-all.ts'
import type { ToDelete } from './actions/delete-dialog.tsx'
import { askedFilter } from './filters/inbox-query.ts'
import { useListNavigation } from './list/list-navigation.ts'
import { useSelection } from './list/selection.ts'
import { readInboxSearch } from './search.ts'
import { useWide } from './wide.ts'

const route = getRouteApi('/inbox')

/** What the inbox shows, and what its keys and buttons do with it. */
export function useInbox() {
  const raw = route.useSearch()
  const search = useMemo(() => readInboxSearch(raw), [raw])
  const filter = useMemo(() => askedFilter(search), [search])
  const of = JSON.stringify(filter)
  const navigate = route.useNavigate()
  const { submissionId: openId } = useParams({ strict: false })
  const wide = useWide()
  const { say } = useToast()
  const query = useSubmissions(filter)
  const submissions = useMemo(() => allOf(query.data?.pages), [query.data])
  const selection = useSelection(of, submissions)
  const deeds = useDeeds()
  const everything = useEverything(filter, submissions[0])
  const change = useCallback(
    (search: typeof raw) => navigate({ to: '/inbox', search, replace: true }),
    [navigate],
  )
  const way = useListNavigation({ submissions, search, openId, wide })
  const [toDelete, setToDelete] = useState<ToDelete | null>(null)
  const [deleting, setDeleting] = useState(false)
  const scrolledTo = useRef(0)
  const grantedWish = useRef(0)
  const scrolledOf = useRef(of)
  if (scrolledOf.current !== of) {
    scrolledOf.current = of
    scrolledTo.current = 0
  }
  // Where the list is out of sight, so is what is selected in it.
  const selected = wide || openId === undefined ? selection.selected : []
  const target = selected[0] ?? way.current
  const isEverything = selection.everything && selected.length > 0

  /** To the selected ones, else to the open one, else to the one with the cursor; or to those given. */
  function perform(deed: Deed, given?: readonly Submission[]) {
    if (given === undefined && isEverything) {
      selection.clear()
      everything.run(deed)
      return
    }
    const those = given ?? targets()
    const ids = new Set(those.filter((one) => changes(one, deed)).map(({ id }) => id))
    const next = way.nextWithout(ids)
    deeds.perform(deed, those, { aloud: 'said' })
    if (given === undefined) selection.clear()
    if (folderAfter(deed) !== null) way.stepAside(ids, next)
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
    const done = toDelete.kind === 'these' ? await deeds.remove(toDelete.ids) : await everything.run('delete')
    setDeleting(false)
    if (!done) return
    setToDelete(null)
    selection.clear()
    way.stepAside(ids, next)
  }

  function reply() {
    const link = target && replyLink(target)
    if (link) window.location.assign(link)
    else if (target) say({ title: 'It names no address to reply to' })
  }

  async function copy() {
    if (!target) return
    const done = await copyText(JSON.stringify(target, null, 2))
    say({ title: done ? 'Copied as JSON' : 'It could not be copied' })
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
    deeds,
    everything,
    target,
    scrolledTo,
    grantedWish,
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
