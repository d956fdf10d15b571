import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { queryKeys } from '../../api/client/query-keys.ts'
import { type Doubtful, review, type Verdict } from '../../api/submissions/review.ts'
import { t } from '../../language/texts.ts'
import { useErrorToast } from '../../shell/error-toast.ts'

/** A verdict given at once: by one key, or about all the rest. */
type Step = { ids: readonly string[]; verdict: Verdict }

/** The answers of a review, the row at the cursor, and the undo of each step. */
export function useReview(rows: readonly Doubtful[]) {
  const client = useQueryClient()
  const showError = useErrorToast()
  const [steps, setSteps] = useState<readonly Step[]>([])
  const [pointed, setPointed] = useState<string | null>(null)
  const said = new Map(steps.flatMap(({ ids, verdict }) => ids.map((id) => [id, verdict] as const)))
  const left = rows.filter(({ id }) => !said.has(id))
  const current = left.find(({ id }) => id === pointed) ?? left[0] ?? null

  useEffect(
    () => () => {
      client.invalidateQueries({ queryKey: queryKeys.submissions.doubtful })
      client.invalidateQueries({ queryKey: queryKeys.account })
    },
    [client],
  )

  async function store(
    ids: readonly string[],
    verdict: Verdict | null,
    onFailure: (error: ApiError) => void,
  ) {
    try {
      await review(ids, verdict)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onFailure(error)
    } finally {
      client.invalidateQueries({ queryKey: queryKeys.submissions.unread })
      client.invalidateQueries({ queryKey: queryKeys.submissions.counts })
    }
  }

  function say(ids: readonly string[], verdict: Verdict) {
    if (ids.length === 0) return
    const step = { ids, verdict }
    const at = left.findIndex(({ id }) => id === ids[0])
    setPointed((left[at + 1] ?? left[at - 1])?.id ?? null)
    setSteps((before) => [...before, step])
    store(ids, verdict, (error) => {
      setSteps((now) => now.filter((one) => one !== step))
      showError(error, { title: t('review.notStored'), retry: () => say(ids, verdict) })
    })
  }

  function undo() {
    const last = steps.at(-1)
    if (!last) return
    setSteps((before) => before.filter((one) => one !== last))
    setPointed(last.ids[0] ?? null)
    store(last.ids, null, (error) => {
      setSteps((now) => [...now, last])
      showError(error, { title: t('review.notUndone'), retry: undo })
    })
  }

  return {
    said,
    left,
    current,
    last: steps.at(-1) ?? null,
    say,
    undo,
    /** Moves the cursor among the rows that are left. */
    move(by: 1 | -1) {
      const at = left.findIndex(({ id }) => id === current?.id)
      setPointed(left[Math.max(0, Math.min(left.length - 1, at + by))]?.id ?? null)
    },
    point: setPointed,
  }
}
