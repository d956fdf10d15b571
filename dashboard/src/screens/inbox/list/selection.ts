import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Submission } from '../../../api/submissions/submissions.ts'

type Chosen = {
  /** Filter of the selection; another filter clears it. */
  of: string
  ids: ReadonlySet<string>
  /** Start of a range. */
  anchor: string | null
  /** True if everything that matches the filter is selected, not only shown rows. */
  everything: boolean
}

const NOTHING: ReadonlySet<string> = new Set()

/** Selected rows. Removed rows are deselected. */
export function useSelection(of: string, submissions: readonly Submission[]) {
  const [kept, setKept] = useState<Chosen>({ of, ids: NOTHING, anchor: null, everything: false })
  const chosen = kept.of === of ? kept : { of, ids: NOTHING, anchor: null, everything: false }
  const latest = useRef({ of, chosen, submissions })
  useEffect(() => {
    latest.current = { of, chosen, submissions }
  })

  const toggle = useCallback((id: string, how: { range: boolean }) => {
    const { of, chosen, submissions } = latest.current
    const ids = new Set(chosen.everything ? submissions.map(({ id }) => id) : chosen.ids)
    const range = how.range ? between(submissions, { from: chosen.anchor ?? submissions[0]?.id, to: id }) : []
    if (range.length > 0) for (const one of range) ids.add(one)
    else if (!ids.delete(id)) ids.add(id)
    setKept({ of, ids, anchor: id, everything: false })
  }, [])
  const selectShown = useCallback(() => {
    const { of, submissions } = latest.current
    setKept({ of, ids: new Set(submissions.map(({ id }) => id)), anchor: null, everything: false })
  }, [])
  const clear = useCallback(() => {
    setKept({ of: latest.current.of, ids: NOTHING, anchor: null, everything: false })
  }, [])
  const selectEverything = useCallback(() => {
    setKept({ ...latest.current.chosen, everything: true })
  }, [])

  const { selected, ids } = useMemo(() => {
    if (chosen.everything) return { selected: submissions, ids: new Set(submissions.map(({ id }) => id)) }
    if (chosen.ids.size === 0) return { selected: [], ids: NOTHING }
    return { selected: submissions.filter(({ id }) => chosen.ids.has(id)), ids: chosen.ids }
  }, [submissions, chosen.ids, chosen.everything])
  return { ids, selected, everything: chosen.everything, toggle, selectShown, selectEverything, clear }
}

/** Returns the ids between two rows in either order; empty if one is gone. */
function between(
  submissions: readonly Submission[],
  range: { from: string | undefined; to: string },
): string[] {
  const places = [range.from, range.to].map((wanted) => submissions.findIndex(({ id }) => id === wanted))
  const [first = -1, last = -1] = places.sort((a, b) => a - b)
  return first === -1 ? [] : submissions.slice(first, last + 1).map(({ id }) => id)
}
