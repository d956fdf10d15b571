import { UNDO_MS } from '../../../controls/overlays/toast.tsx'

type UndoOffer = { undo: () => void; close: () => void; until: number }

let offered: UndoOffer[] = []

/** Stores the undo of an action while its toast is open; `close` closes the toast. */
export function offerUndo(undo: () => void, close: () => void): void {
  const now = performance.now()
  offered = [...offered.filter(({ until }) => until > now), { undo, close, until: now + UNDO_MS }]
}

/** Undone by the toast. */
export function forgetUndo(undo: () => void): void {
  offered = offered.filter((one) => one.undo !== undo)
}

/** Undoes the newest action; false when there is none. */
export function takeUndo(): boolean {
  const last = offered.at(-1)
  if (!last || last.until < performance.now()) return false
  last.close()
  last.undo()
  return true
}
