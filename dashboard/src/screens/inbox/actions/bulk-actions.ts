import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { queryKeys } from '../../../api/client/query-keys.ts'
import { changeSubmissions, type Submission } from '../../../api/submissions/submissions.ts'
import { useToast } from '../../../controls/overlays/toast.tsx'
import { useSayError } from '../../../shell/error-toast.ts'
import { changes, type Deed, inverseOf, saidOf, waitForEmail } from './bulk-action.ts'
import { showAtOnce, showDeleted } from './optimistic-update.ts'
import { forgetUndo, offerUndo, takeUndo } from './undo.ts'

/** What can be done with submissions; shown at once, and taken back when it is refused. */
export function useDeeds() {
  const client = useQueryClient()
  const { say, close } = useToast()
  const sayError = useSayError()
  return useMemo(() => {
    /** Does it to those that it changes, and offers to take it back for ten seconds. */
    function perform(deed: Deed, given: readonly Submission[], how: { aloud: 'said' | 'silent' }): void {
      const submissions = given.filter((submission) => changes(submission, deed))
      if (submissions.length === 0) return
      const ids = submissions.map(({ id }) => id)
      const takeBack = showAtOnce(client, submissions, deed)
      const done = send(() => changeSubmissions(ids, deed), takeBack)
      if (how.aloud === 'silent') return
      const undo = async () => {
        if (!(await done)) return
        takeBack()
        await send(
          () => changeAll(inverseOf(submissions, deed)),
          () => showAtOnce(client, submissions, deed),
        )
      }
      registerRoute({ title: saidOf(deed, submissions.length), submissions, deed, undo })
    }

    function registerRoute(said: {
      title: string
      submissions: readonly Submission[]
      deed: Deed
      undo: () => Promise<void>
    }) {
      const emails = said.deed === 'not_spam' ? waitForEmail(said.submissions).length : 0
      const undo = () => {
        forgetUndo(undo)
        said.undo()
      }
      const id = say({
        title: said.title,
        ...(emails > 0 ? { description: emailsSaid(emails) } : {}),
        undo,
      })
      offerUndo(undo, () => close(id))
    }

    /** Deletes for good; whoever calls has asked. False when it was refused or the owner thought better of it. */
    async function remove(ids: readonly string[]): Promise<boolean> {
      const done = await send(
        () => changeSubmissions(ids, 'delete'),
        () => {},
      )
      if (done) showDeleted(client, ids)
      return done
    }

    async function send(call: () => Promise<void>, takeBack: () => void): Promise<boolean> {
      try {
        await call()
        return true
      } catch (error) {
        takeBack()
        if (!(error instanceof ApiError)) throw error
        sayError(error)
        return false
      } finally {
        refreshCounts(client)
      }
    }

    /** Takes back what was done last. */
    function undoLast(): void {
      if (!takeUndo()) say({ title: 'There is nothing to take back' })
    }

    return { perform, remove, undoLast, offerUndoOf: registerRoute }
  }, [client, say, close, sayError])
}

export type Actions = ReturnType<typeof useDeeds>

/** Numbers that the service counts. */
export function refreshCounts(client: QueryClient): void {
  client.invalidateQueries({ queryKey: queryKeys.submissions.unread })
  client.invalidateQueries({ queryKey: queryKeys.endpoints.all, refetchType: 'none' })
}

async function changeAll(parts: ReadonlyMap<Deed, string[]>): Promise<void> {
  for (const [deed, ids] of parts) await changeSubmissions(ids, deed)
}

function emailsSaid(emails: number): string {
  return emails === 1 ? 'Its email is being delivered.' : `${emails} emails are being delivered.`
}
