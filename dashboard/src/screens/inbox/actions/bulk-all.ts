import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { queryKeys } from '../../../api/client/query-keys.ts'
import {
  type BulkAction,
  changeEverySubmission,
  changeSubmissions,
  type Folder,
  type Submission,
} from '../../../api/submissions/submissions.ts'
import { countOf } from '../../../controls/numbers.ts'
import { useToast } from '../../../controls/overlays/toast.tsx'
import { useSayError } from '../../../shell/error-toast.ts'
import { type Deed, folderAfter, saidOf } from './bulk-action.ts'
import { refreshCounts } from './bulk-actions.ts'
import { forgetUndo, offerUndo } from './undo.ts'

type Filter = SubmissionFilter & { folder: Folder }

/**
 * Does one thing to everything that the filter finds, also to what was never loaded; `done` says how many so far. What
 * arrives meanwhile is left alone.
 */
export function useEverything(filter: Filter, newest: Submission | undefined) {
  const client = useQueryClient()
  const { say, close } = useToast()
  const sayError = useSayError()
  const [done, setDone] = useState<number | null>(null)
  const stopped = useRef(false)

  /** False when it was refused before anything was changed. */
  async function run(action: BulkAction): Promise<boolean> {
    const ids: string[] = []
    stopped.current = false
    setDone(0)
    try {
      await changeEverySubmission(upTo(filter, newest), {
        action,
        onChanged(some) {
          ids.push(...some)
          setDone(ids.length)
          return stopped.current ? 'enough' : 'on'
        },
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      sayError(error)
      if (ids.length === 0) return false
    } finally {
      setDone(null)
      startAnew()
    }
    if (action === 'delete') say({ title: `${countOf(ids.length, 'submission')} deleted` })
    else registerRoute(action, ids)
    return true
  }

  function registerRoute(deed: Deed, ids: readonly string[]) {
    const undo = async () => {
      forgetUndo(undo)
      try {
        await changeSubmissions(ids, inverseOf(deed, filter.folder))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        sayError(error)
      }
      startAnew()
    }
    const id = say({ title: saidOf(deed, ids.length), undo })
    offerUndo(undo, () => close(id))
  }

  function startAnew() {
    client.resetQueries({ queryKey: queryKeys.submissions.lists })
    refreshCounts(client)
  }

  const stop = () => {
    stopped.current = true
  }
  return { done, run, stop }
}

export type Everything = ReturnType<typeof useEverything>

function inverseOf(deed: Deed, folder: Folder): Deed {
  if (folderAfter(deed) !== null) return folder
  return deed === 'read' ? 'unread' : 'read'
}

/** The filter without what came after the newest one that was seen. */
function upTo(filter: Filter, newest: Submission | undefined): Filter {
  if (!newest) return filter
  const end = new Date(new Date(newest.received_at).getTime() + 1).toISOString()
  return { ...filter, before: filter.before !== undefined && filter.before < end ? filter.before : end }
}
