import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { queryKeys } from '../../api/client/query-keys.ts'
import { type StreamState, useEventStream } from '../../api/telemetry/event-stream.ts'
import type { TelemetryEvent } from '../../api/telemetry/events.ts'

/** What arrived since the screen was opened, the newest first. */
export type Tail = {
  state: StreamState
  /** What is shown: stands still while it is paused. */
  shown: readonly TelemetryEvent[]
  /** Everything that is kept of what arrived. */
  heard: readonly TelemetryEvent[]
  paused: boolean
  /** How many arrived since the pause. */
  waiting: number
  /** Whether some arrived that were not told. */
  missed: boolean
  pause: () => void
  goOn: () => void
  clear: () => void
}

export const MAX_KEPT = 200
/** So that a burst is drawn once, and what arrives without end is counted anew now and then. */
const DRAWING_MS = 200
const COUNTING_MS = 2_500

type State = Pick<Tail, 'shown' | 'heard' | 'paused' | 'waiting' | 'missed'>
type Deed =
  | { kind: 'arrived'; events: readonly TelemetryEvent[] }
  | { kind: 'missed' }
  | { kind: 'pause' }
  | { kind: 'goOn' }
  | { kind: 'clear' }

const NOTHING: State = { shown: [], heard: [], paused: false, waiting: 0, missed: false }

/** Follows an endpoint for as long as its screen is open, and has what is counted of it asked for again. */
export function useTail({ telemetryId, open }: { telemetryId: string; open: boolean }): Tail {
  const [tail, perform] = useReducer(after, NOTHING)
  const gathered = useRef<TelemetryEvent[]>([])
  const draw = usePaced(DRAWING_MS, () => {
    const events = gathered.current
    gathered.current = []
    perform({ kind: 'arrived', events })
  })
  const client = useQueryClient()
  const count = usePaced(COUNTING_MS, () => {
    client.invalidateQueries({ queryKey: queryKeys.telemetry.one(telemetryId) })
    client.invalidateQueries({ queryKey: queryKeys.telemetry.counts(telemetryId) })
  })
  const state = useEventStream({ telemetryId, open }, (news) => {
    if (news.kind === 'missed') perform({ kind: 'missed' })
    else {
      gathered.current.unshift(news.event)
      gathered.current.length = Math.min(gathered.current.length, MAX_KEPT)
      draw()
    }
    count()
  })
  return {
    ...tail,
    state,
    pause: () => perform({ kind: 'pause' }),
    goOn: () => perform({ kind: 'goOn' }),
    clear: () => perform({ kind: 'clear' }),
  }
}

function after(tail: State, deed: Deed): State {
  switch (deed.kind) {
    case 'arrived': {
      const heard = [...deed.events, ...tail.heard].slice(0, MAX_KEPT)
      return tail.paused
        ? { ...tail, heard, waiting: tail.waiting + deed.events.length }
        : { ...tail, heard, shown: heard }
    }
    case 'missed':
      return { ...tail, missed: true }
    case 'pause':
      return { ...tail, paused: true, waiting: 0 }
    case 'goOn':
      return { ...tail, paused: false, waiting: 0, shown: tail.heard }
    case 'clear':
      return { ...NOTHING, paused: tail.paused }
  }
}

/** At most once in so many milliseconds, and not after the component has gone. */
function usePaced(paceMs: number, deed: () => void): () => void {
  const latest = useRef(deed)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = deed
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, paceMs)
  }, [paceMs])
}
