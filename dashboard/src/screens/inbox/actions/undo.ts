import { UNDO_MS } from '../../../controls/overlays/toast.tsx'

type Offered = { undo: () => void; close: () => void; until: number }

let offered: Offered[] = []

/** Keeps what takes a deed back for as long as its toast stands; `close` closes that. */
export function offerUndo(undo: () => void, close: () => void): void {
  const now = performance.now()
  offered = [...offered.filter(({ until }) => until > now), { undo, close, until: now + UNDO_MS }]
}

/** It was taken back by its toast. */
export function forgetUndo(undo: () => void): void {
  offered = offered.filter((one) => one.undo !== undo)
}

/** Takes the newest deed back; false when there is none. */
export function takeUndo(): boolean {
  const last = offered.at(-1)
  if (!last || last.until < performance.now()) return false
  last.close()
  last.undo()
  return true
}
