import { useQueryClient } from '@tanstack/react-query'
import { useReducer, useRef } from 'react'
import { queryKeys } from '../../api/client/query-keys.ts'
import { type StreamState, useEventStream } from '../../api/telemetry/event-stream.ts'
import type { TelemetryEvent } from '../../api/telemetry/events.ts'
import { useThrottled } from '../../shell/throttled.ts'

/** Events since the screen was opened, newest first. */
export type Tail = {
  state: StreamState
  /** Shown events; unchanged while paused. */
  shown: readonly TelemetryEvent[]
  /** All kept events. */
  events: readonly TelemetryEvent[]
  paused: boolean
  /** Number of events since the pause. */
  waiting: number
  /** True if events were skipped. */
  missed: boolean
  pause: () => void
  resume: () => void
  clear: () => void
}

export const MAX_KEPT = 200
/** Limits re-renders and refetches during bursts. */
const DRAWING_MS = 200
const COUNTING_MS = 2_500

type State = Pick<Tail, 'shown' | 'events' | 'paused' | 'waiting' | 'missed'>
type ReversibleAction =
  | { kind: 'arrived'; events: readonly TelemetryEvent[] }
  | { kind: 'missed' }
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'clear' }

const NOTHING: State = { shown: [], events: [], paused: false, waiting: 0, missed: false }

/** Follows the live events of an endpoint and refetches its counts. */
export function useTail({ telemetryId, open }: { telemetryId: string; open: boolean }): Tail {
  const [tail, perform] = useReducer(after, NOTHING)
  const gathered = useRef<TelemetryEvent[]>([])
  const draw = useThrottled(DRAWING_MS, () => {
    const events = gathered.current
    gathered.current = []
    perform({ kind: 'arrived', events })
  })
  const client = useQueryClient()
  const count = useThrottled(COUNTING_MS, () => {
    client.invalidateQueries({ queryKey: queryKeys.telemetry.one(telemetryId) })
    client.invalidateQueries({ queryKey: queryKeys.telemetry.counts(telemetryId) })
  })
  const state = useEventStream({ telemetryId, open }, (update) => {
    if (update.kind === 'missed') perform({ kind: 'missed' })
    else {
      gathered.current.unshift(update.event)
      gathered.current.length = Math.min(gathered.current.length, MAX_KEPT)
      draw()
    }
    count()
  })
  return {
    ...tail,
    state,
    pause: () => perform({ kind: 'pause' }),
    resume: () => perform({ kind: 'resume' }),
    clear: () => perform({ kind: 'clear' }),
  }
}

function after(tail: State, action: ReversibleAction): State {
  switch (action.kind) {
    case 'arrived': {
      const events = [...action.events, ...tail.events].slice(0, MAX_KEPT)
      return tail.paused
        ? { ...tail, events, waiting: tail.waiting + action.events.length }
        : { ...tail, events, shown: events }
    }
    case 'missed':
      return { ...tail, missed: true }
    case 'pause':
      return { ...tail, paused: true, waiting: 0 }
    case 'resume':
      return { ...tail, paused: false, waiting: 0, shown: tail.events }
    case 'clear':
      return { ...NOTHING, paused: tail.paused }
  }
}
