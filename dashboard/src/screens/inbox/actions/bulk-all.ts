import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { queryKeys } from '../../../api/client/query-keys.ts'
import {
  type BulkAction,
  changeEverySubmission,
  changeSubmissions,
  type Submission,
} from '../../../api/submissions/submissions.ts'
import { useToast } from '../../../controls/overlays/toast.tsx'
import { t } from '../../../language/texts.ts'
import { useErrorToast } from '../../../shell/error-toast.ts'
import type { ShownFolder } from '../filters/inbox-query.ts'
import {
  describeFailure,
  describeNotUndone,
  describeResult,
  findInverseMark,
  folderAfter,
  isAssignment,
  type ReversibleAction,
  toFolder,
} from './bulk-action.ts'
import { refreshCounts } from './bulk-actions.ts'
import { leaveNothingOf } from './optimistic-update.ts'
import { useUndoToast } from './undo.ts'

type Filter = SubmissionFilter & { folder: ShownFolder }

/**
 * Runs an action on every submission that matches the filter, loaded or not; `done` counts them. New arrivals are
 * left alone.
 */
export function useBulkAll(filter: Filter, newest: Submission | undefined) {
  const client = useQueryClient()
  const { showToast } = useToast()
  const showUndoToast = useUndoToast()
  const showError = useErrorToast()
  const [done, setDone] = useState<number | null>(null)
  const stopped = useRef(false)

  /** Resolves to false when refused before anything changed. */
  async function run(action: BulkAction): Promise<boolean> {
    const ids: string[] = []
    let failure: ApiError | null = null
    stopped.current = false
    setDone(0)
    try {
      await changeEverySubmission(upTo(filter, newest), {
        action,
        onChanged(some) {
          ids.push(...some)
          if (action === 'delete_permanently') leaveNothingOf(some)
          setDone(ids.length)
          return stopped.current ? 'enough' : 'on'
        },
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      failure = error
    } finally {
      setDone(null)
      restart()
    }
    if (failure !== null) return showFailure(failure, { action, ids })
    if (action === 'delete_permanently') showToast({ title: describeDone(action, ids.length) })
    else if (
      isAssignment(action) ||
      (filter.folder === 'all' && action !== 'delete' && folderAfter(action) !== null)
    ) {
      // They came from several folders, or from several people.
      showToast({ title: describeDone(action, ids.length) })
    } else showUndo(action, ids)
    return true
  }

  /** Returns false when nothing was changed. */
  function showFailure(error: ApiError, about: { action: BulkAction; ids: readonly string[] }): boolean {
    const { action, ids } = about
    showError(error, {
      title:
        ids.length === 0
          ? describeFailure(action, 1)
          : t('inbox.toasts.partly', { done: describeDone(action, ids.length) }),
      retry: () => void run(action),
    })
    return ids.length > 0
  }

  function showUndo(action: ReversibleAction, ids: readonly string[]) {
    const undo = async () => {
      try {
        const missed = ids.length - (await changeSubmissions(ids, findInverse(action, filter.folder)))
        if (missed > 0) showToast(describeNotUndone(missed))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showError(error, { title: t('inbox.toasts.notUndone'), retry: undo })
      }
      restart()
    }
    showUndoToast({ title: describeResult(action, ids.length), ids, undo: () => void undo() })
  }

  function restart() {
    client.resetQueries({ queryKey: queryKeys.submissions.lists })
    refreshCounts(client)
  }

  const stop = () => {
    stopped.current = true
  }
  return { done, run, stop }
}

function describeDone(action: BulkAction, number: number): string {
  return action === 'delete_permanently'
    ? t('inbox.doneToMany.delete', { count: number })
    : describeResult(action, number)
}

function findInverse(action: ReversibleAction, folder: ShownFolder): ReversibleAction {
  if (action === 'delete') return 'restore'
  if (folderAfter(action) !== null && folder !== 'all') return toFolder(action, folder)
  return findInverseMark(action) ?? 'unread'
}

/** Limits the filter to submissions up to the newest known one. */
function upTo(filter: Filter, newest: Submission | undefined): Filter {
  if (!newest) return filter
  const end = new Date(new Date(newest.received_at).getTime() + 1).toISOString()
  return { ...filter, before: filter.before !== undefined && filter.before < end ? filter.before : end }
}
