import { useCallback } from 'react'
import { UNDO_MS, useToast } from '../../../controls/overlays/toast.tsx'

/** An action that can be undone while its toast is open; `close` closes the toast. */
type UndoOffer = { toast: string; ids: readonly string[]; undo: () => void; close: () => void }

let offered: (UndoOffer & { until: number })[] = []

/** Returns a function that shows the toast of an action with its undo, and returns the id of the toast. */
export function useUndoToast() {
  const { showToast, close } = useToast()
  return useCallback(
    (action: { title: string; description?: string | null; ids: readonly string[]; undo: () => void }) => {
      const { title, description, ids } = action
      const undo = () => {
        forgetUndo(toast)
        action.undo()
      }
      const toast: string = showToast({ title, ...(description ? { description } : {}), undo })
      offerUndo({ toast, ids, undo, close: () => close(toast) })
      return toast
    },
    [showToast, close],
  )
}

/** Stores the undo of an action while its toast is open. */
function offerUndo(offer: UndoOffer): void {
  const now = performance.now()
  offered = [...offered.filter(({ until }) => until > now), { ...offer, until: now + UNDO_MS }]
}

/** Removes the undo of a toast: it was used, or the action failed. */
export function forgetUndo(toast: string): void {
  offered = offered.filter((one) => one.toast !== toast)
}

/** Closes the toasts of actions on submissions that were deleted for good: nothing brings these back. */
export function withdrawUndo(deleted: readonly string[]): void {
  const gone = new Set(deleted)
  const withdrawn = offered.filter(({ ids }) => ids.some((id) => gone.has(id)))
  offered = offered.filter((one) => !withdrawn.includes(one))
  for (const { close } of withdrawn) close()
}

/** Undoes the newest action; false when there is none. */
export function takeUndo(): boolean {
  const last = offered.at(-1)
  if (!last || last.until < performance.now()) return false
  last.close()
  last.undo()
  return true
}
