import { getRouteApi, useParams } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { joinPages } from '../../api/client/page.ts'
import { type Submission, useSubmissions } from '../../api/submissions/submissions.ts'
import { copyText } from '../../controls/copy.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { loadTexts } from '../../language/load-texts.ts'
import { t } from '../../language/texts.ts'
import { changes, folderAfter, type ReversibleAction } from './actions/bulk-action.ts'
import { useBulkActions } from './actions/bulk-actions.ts'
import { useBulkAll } from './actions/bulk-all.ts'
import type { DeleteTarget } from './actions/delete-dialog.tsx'
import { toApiFilter } from './filters/inbox-query.ts'
import { useListNavigation } from './list/list-navigation.ts'
import { useSelection } from './list/selection.ts'
import { readInboxSearch } from './search.ts'

/** Breakpoint for two panes: `lg` in class names. */
const twoPanes = window.matchMedia('(min-width: 64rem)')
const route = getRouteApi('/inbox')

type WorkKind = 'labels' | 'note' | 'assign'

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
  const bulkAll = useBulkAll(filter, submissions[0])
  const change = useCallback(
    (search: typeof raw) => navigate({ to: '/inbox', search, replace: true }),
    [navigate],
  )
  const navigation = useListNavigation({ submissions, search, openId, wide })
  const [deleteTarget, setDeleteTarget] = useState<DeleteTarget | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [dialog, setDialog] = useState<WorkKind | null>(null)
  const scrolledTo = useRef(0)
  const focusRequestDone = useRef(0)
  const scrolledQuery = useRef(of)
  if (scrolledQuery.current !== of) {
    scrolledQuery.current = of
    scrolledTo.current = 0
  }
  // The selection is hidden with the list.
  const selected = wide || openId === undefined ? selection.selected : []
  const target = selected[0] ?? navigation.current
  const isEverything = selection.everything && selected.length > 0

  /** Applies to the given submissions, else the selected, the open, or the one at the cursor. */
  function perform(action: ReversibleAction, given?: readonly Submission[]) {
    if (given === undefined && isEverything) {
      selection.clear()
      bulkAll.run(action)
      return
    }
    const those = given ?? targets()
    const ids = new Set(those.filter((one) => changes(one, action)).map(({ id }) => id))
    const next = navigation.nextWithout(ids)
    actions.perform(action, those)
    if (given === undefined) selection.clear()
    if (folderAfter(action) !== null) navigation.stepAside(ids, next)
  }

  /** Stars, or takes the star off where all have one. */
  function star(given?: readonly Submission[]) {
    const those = given ?? targets()
    perform(those.length > 0 && those.every(({ starred }) => starred) ? 'unstar' : 'star', given)
  }

  function openDialog(kind: WorkKind) {
    if (target) setDialog(kind)
  }

  function targets(): readonly Submission[] {
    if (selected.length > 0) return selected
    return navigation.current ? [navigation.current] : []
  }

  /** Moves to the trash, which can be undone; in the trash, asks to delete for good. */
  function remove(given?: readonly Submission[]) {
    const those = given ?? targets()
    if (those.every(({ folder }) => folder === 'trash')) askToDelete(given)
    else perform('delete', given)
  }

  function askToDelete(given?: readonly Submission[]) {
    const ids = (given ?? targets()).map(({ id }) => id)
    if (given === undefined && isEverything) setDeleteTarget({ kind: 'everything' })
    else if (ids.length > 0) setDeleteTarget({ kind: 'these', ids })
  }

  async function confirmDelete() {
    if (deleteTarget === null) return
    setDeleting(true)
    const ids = new Set(deleteTarget.kind === 'these' ? deleteTarget.ids : submissions.map(({ id }) => id))
    const next = navigation.nextWithout(ids)
    const done =
      deleteTarget.kind === 'these'
        ? await actions.remove(deleteTarget.ids)
        : await bulkAll.run('delete_permanently')
    setDeleting(false)
    if (!done) return
    setDeleteTarget(null)
    selection.clear()
    navigation.stepAside(ids, next)
  }

  async function reply() {
    if (!target) return
    try {
      // Loaded on demand: it needs the texts of the submission screen.
      const [file] = await Promise.all([import('../submission/reply.ts'), loadTexts(['submission'])])
      const link = file.replyLink(target)
      if (link) window.location.assign(link)
      else showToast({ title: t('inbox.toasts.noReplyAddress') })
    } catch (error) {
      showToast({ title: t('inbox.toasts.noReply'), tone: 'danger' })
      // Without a network the browser throws this.
      if (!(error instanceof TypeError)) throw error
    }
  }

  async function copy() {
    if (!target) return
    const done = await copyText(JSON.stringify(target, null, 2))
    showToast({ title: t(done ? 'inbox.toasts.copiedJson' : 'inbox.toasts.notCopied') })
  }

  return {
    ...navigation,
    search,
    filter,
    of,
    openId,
    wide,
    query,
    submissions,
    selection,
    actions,
    bulkAll,
    target,
    scrolledTo,
    focusRequestDone,
    deleteTarget,
    deleting,
    setDeleteTarget,
    confirmDelete,
    change,
    perform,
    star,
    targets,
    isEverything,
    dialog,
    openDialog,
    closeDialog: () => setDialog(null),
    remove,
    reply,
    copy,
  }
}

export type Inbox = ReturnType<typeof useInbox>

/** Returns true if both panes fit; otherwise each is a screen of its own. */
function useWide(): boolean {
  return useSyncExternalStore(watchWidth, () => twoPanes.matches)
}

function watchWidth(changed: () => void) {
  twoPanes.addEventListener('change', changed)
  return () => twoPanes.removeEventListener('change', changed)
}
