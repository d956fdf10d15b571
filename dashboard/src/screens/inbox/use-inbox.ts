import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useParams } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { allOf } from '../../api/page.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { type OpenSubmission, type Submission, useSubmissions } from '../../api/submissions.ts'
import { copyText } from '../../controls/copy.tsx'
import { useToast } from '../../controls/toast.tsx'
import { replyLink } from '../submission/reply.ts'
import { askedFilter } from './asked.ts'
import { changes, type Deed, folderAfter } from './deed.ts'
import { useDeeds } from './deeds.ts'
import type { ToDelete } from './delete-dialog.tsx'
import { useEverything } from './everything.ts'
import type { Cursor } from './rows.tsx'
import { readInboxSearch } from './search.ts'
import { useSelection } from './selection.ts'
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
  const client = useQueryClient()
  const { say } = useToast()
  const query = useSubmissions(filter)
  const submissions = useMemo(() => allOf(query.data?.pages), [query.data])
  const selection = useSelection(of, submissions)
  const deeds = useDeeds()
  const everything = useEverything(filter, submissions[0])
  const [kept, setCursor] = useState<Cursor>({ id: null, wish: 0 })
  const cursor = { id: openId ?? kept.id, wish: kept.wish }
  const [toDelete, setToDelete] = useState<ToDelete | null>(null)
  const [deleting, setDeleting] = useState(false)
  const scrolledTo = useRef(0)
  const grantedWish = useRef(0)
  const scrolledOf = useRef(of)
  if (scrolledOf.current !== of) {
    scrolledOf.current = of
    scrolledTo.current = 0
  }

  const current: Submission | null =
    submissions.find(({ id }) => id === cursor.id) ??
    (openId === undefined
      ? null
      : (client.getQueryData<OpenSubmission>(queryKeys.submissions.one(openId)) ?? null))
  // Where the list is out of sight, so is what is selected in it.
  const selected = wide || openId === undefined ? selection.selected : []
  const target = selected[0] ?? current

  function open(id: string, how: { replace: boolean }) {
    navigate({
      to: '/inbox/$submissionId',
      params: { submissionId: id },
      search,
      replace: how.replace,
      resetScroll: false,
    })
  }

  function point(id: string | null) {
    setCursor(({ wish }) => ({ id, wish: wish + 1 }))
  }

  /** The list, with the focus where it was. */
  function back() {
    if (openId === undefined) return
    point(openId)
    navigate({ to: '/inbox', search, resetScroll: false })
  }

  /** Another row; the open one is replaced by it. */
  function goTo(id: string | null) {
    if (openId !== undefined && id !== null) open(id, { replace: true })
    if (openId === undefined || wide) point(id)
  }

  function beside(id: string | null, step: 1 | -1): string | null {
    const place = submissions.findIndex((one) => one.id === id)
    if (place !== -1) return submissions[place + step]?.id ?? null
    const known = client.getQueryData<OpenSubmission>(queryKeys.submissions.one(id ?? ''))?.neighbours
    if (!known) return null
    return step === 1 ? known.older : known.newer
  }

  function move(step: 1 | -1) {
    const isLost = openId === undefined && current === null
    const id = isLost ? (submissions[0]?.id ?? null) : beside(cursor.id, step)
    if (id !== null) goTo(id)
  }

  /** Where to go when these leave: the next older one that stays, else the next newer one. */
  function nextWithout(ids: ReadonlySet<string>): string | null {
    const place = submissions.findIndex(({ id }) => id === cursor.id)
    const stays = ({ id }: Submission) => !ids.has(id)
    return (
      (submissions.slice(place + 1).find(stays) ?? submissions.slice(0, place + 1).findLast(stays))?.id ??
      null
    )
  }

  function stepAside(ids: ReadonlySet<string>, next: string | null) {
    if (cursor.id === null || !ids.has(cursor.id)) return
    if (openId !== undefined && (!wide || next === null)) {
      navigate({ to: '/inbox', search, resetScroll: false })
      point(next)
    } else goTo(next)
  }

  /** To the selected ones, else to the open one, else to the one with the cursor; or to those given. */
  function perform(deed: Deed, given?: readonly Submission[]) {
    if (given === undefined && selection.everything && selected.length > 0) {
      selection.clear()
      everything.run(deed)
      return
    }
    const those = given ?? targets()
    const ids = new Set(those.filter((one) => changes(one, deed)).map(({ id }) => id))
    const next = nextWithout(ids)
    deeds.perform(deed, those, { aloud: 'said' })
    if (given === undefined) selection.clear()
    if (folderAfter(deed) !== null) stepAside(ids, next)
  }

  function targets(): readonly Submission[] {
    if (selected.length > 0) return selected
    return current ? [current] : []
  }

  function askToDelete(given?: readonly Submission[]) {
    const ids = (given ?? targets()).map(({ id }) => id)
    if (given === undefined && selection.everything && selected.length > 0)
      setToDelete({ kind: 'everything' })
    else if (ids.length > 0) setToDelete({ kind: 'these', ids })
  }

  async function confirmDelete() {
    if (toDelete === null) return
    setDeleting(true)
    const ids = new Set(toDelete.kind === 'these' ? toDelete.ids : submissions.map(({ id }) => id))
    const next = nextWithout(ids)
    const done = toDelete.kind === 'these' ? await deeds.remove(toDelete.ids) : await everything.run('delete')
    setDeleting(false)
    if (!done) return
    setToDelete(null)
    selection.clear()
    stepAside(ids, next)
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
    cursor,
    target,
    scrolledTo,
    grantedWish,
    toDelete,
    deleting,
    setToDelete,
    confirmDelete,
    change: (search: typeof raw) => navigate({ to: '/inbox', search, replace: true }),
    open: () =>
      cursor.id !== null && openId === undefined ? open(cursor.id, { replace: false }) : undefined,
    back,
    beside,
    goTo,
    point,
    move,
    perform,
    askToDelete,
    reply,
    copy,
  }
}

export type Inbox = ReturnType<typeof useInbox>
