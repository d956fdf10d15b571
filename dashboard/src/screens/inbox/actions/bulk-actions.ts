import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { queryKeys } from '../../../api/client/query-keys.ts'
import { changeSubmissions, markOpened, type Submission } from '../../../api/submissions/submissions.ts'
import { useToast } from '../../../controls/overlays/toast.tsx'
import { t } from '../../../language/texts.ts'
import { useErrorToast } from '../../../shell/error-toast.ts'
import {
  changes,
  describeFailure,
  describeNotUndone,
  describeResult,
  findInverse,
  isEmailWaiting,
  type ReversibleAction,
  waitForEmail,
} from './bulk-action.ts'
import { applyOptimistically, removeFromCache } from './optimistic-update.ts'
import { forgetUndo, takeUndo, useUndoToast } from './undo.ts'

/** Bulk actions on submissions, with optimistic updates that are reverted on refusal. */
export function useBulkActions() {
  const client = useQueryClient()
  const { showToast } = useToast()
  const showUndoToast = useUndoToast()
  const showError = useErrorToast()
  return useMemo(() => {
    /**
     * Runs an action on the submissions it changes, and offers to undo it for ten seconds. When it fails, its toast
     * says so and offers to try again.
     */
    function perform(action: ReversibleAction, given: readonly Submission[]): void {
      const submissions = given.filter((submission) => changes(submission, action))
      if (submissions.length === 0) return
      const ids = submissions.map(({ id }) => id)
      const revert = applyOptimistically(client, { submissions, action })
      const done = send(() => changeSubmissions(ids, action), {
        revert,
        onFailure(error) {
          forgetUndo(toast)
          showError(error, {
            title: describeFailure(action, submissions.length),
            retry: () => perform(action, submissions),
            toast,
          })
        },
      })
      const undo = async () => {
        if ((await done) === null) return
        revert()
        const undone = await send(() => changeAll(findInverse(submissions, action)), {
          revert: () => applyOptimistically(client, { submissions, action }),
          onFailure: (error) =>
            showError(error, { title: t('inbox.toasts.notUndone'), retry: () => void undo() }),
        })
        if (undone === null || undone === submissions.length) return
        showToast(describeNotUndone(submissions.length - undone))
        client.resetQueries({ queryKey: queryKeys.submissions.lists })
      }
      const toast = showUndoToast({
        title: describeResult(action, submissions.length),
        description: describeEmails(action, submissions),
        ids,
        undo: () => void undo(),
      })
    }

    /** Marks a submission that was opened as read. */
    function open(submission: Submission): void {
      if (submission.read) return
      const revert = applyOptimistically(client, { submissions: [submission], action: 'read' })
      send(() => markOpened(submission.id), {
        revert,
        onFailure(error) {
          // One that is gone: its screen says so.
          if (error.status === 404) return
          showError(error, { title: describeFailure('read', 1), retry: () => open(submission) })
        },
      })
    }

    /** Deletes for good; the caller has confirmed. Resolves to false when refused or canceled. */
    async function remove(ids: readonly string[]): Promise<boolean> {
      const done = await send(() => changeSubmissions(ids, 'delete_permanently'), {
        revert: () => {},
        onFailure: (error) => showError(error, { title: describeFailure('delete_permanently', ids.length) }),
      })
      if (done === null) return false
      removeFromCache(client, ids)
      return true
    }

    /** Returns the response, such as the number of submissions that were changed; null when it failed. */
    async function send<Value>(
      call: () => Promise<Value>,
      how: { revert: () => void; onFailure: (error: ApiError) => void },
    ): Promise<Value | null> {
      try {
        return await call()
      } catch (error) {
        how.revert()
        if (!(error instanceof ApiError)) throw error
        how.onFailure(error)
        return null
      } finally {
        refreshCounts(client)
      }
    }

    /** Undoes the last action. */
    function undoLast(): void {
      if (!takeUndo()) showToast({ title: t('inbox.toasts.nothingToUndo') })
    }

    return { perform, open, remove, undoLast }
  }, [client, showToast, showUndoToast, showError])
}

export type Actions = ReturnType<typeof useBulkActions>

/** Counts of the service, to refetch. */
export function refreshCounts(client: QueryClient): void {
  client.invalidateQueries({ queryKey: queryKeys.submissions.unread })
  client.invalidateQueries({ queryKey: queryKeys.submissions.counts })
  client.invalidateQueries({ queryKey: queryKeys.endpoints.all, refetchType: 'none' })
}

async function changeAll(parts: ReadonlyMap<ReversibleAction, string[]>): Promise<number> {
  let changed = 0
  for (const [action, ids] of parts) changed += await changeSubmissions(ids, action)
  return changed
}

/** Returns what becomes of the emails of submissions; null without any. */
function describeEmails(action: ReversibleAction, submissions: readonly Submission[]): string | null {
  if (action === 'not_spam') {
    const emails = waitForEmail(submissions).length
    if (emails === 0) return null
    return emails === 1 ? t('inbox.emails.sending') : t('inbox.emails.sendingMany', { count: emails })
  }
  const waiting = action === 'delete' ? submissions.filter(isEmailWaiting).length : 0
  if (waiting === 0) return null
  return waiting === 1 ? t('inbox.emails.waiting') : t('inbox.emails.waitingMany', { count: waiting })
}
