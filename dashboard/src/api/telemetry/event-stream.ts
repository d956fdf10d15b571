import { useEffect, useEffectEvent, useState } from 'react'
import { path, toUrl } from '../client/call.ts'
import type { Event as TelemetryEvent } from '../schema.ts'

/** A new event, or the number of events that were skipped; null if unknown. */
type StreamEvent = { kind: 'event'; event: TelemetryEvent } | { kind: 'missed'; count: number | null }

export type StreamState = 'connecting' | 'live' | 'lost'

/** Delay before reconnecting where the browser does not by itself. */
const AGAIN_MS = 10_000

/**
 * Subscribes to the events of an endpoint while the component is mounted.
 *
 * @param from.open false for a retired endpoint
 */
export function useEventStream(
  from: { telemetryId: string; open: boolean },
  onEvent: (event: StreamEvent) => void,
): StreamState {
  const { telemetryId, open } = from
  const [state, setState] = useState<StreamState>('connecting')
  const tell = useEffectEvent(onEvent)
  useEffect(() => {
    if (!open) return
    return follow(telemetryId, { onEvent: (event) => tell(event), onState: setState })
  }, [telemetryId, open])
  return state
}

/** @returns closes the stream */
function follow(
  telemetryId: string,
  listeners: { onEvent: (event: StreamEvent) => void; onState: (state: StreamState) => void },
): () => void {
  const { onEvent, onState } = listeners
  let source: EventSource
  let again: ReturnType<typeof setTimeout> | undefined
  let missed = false
  function connect() {
    source = new EventSource(toUrl({ path: path`/telemetry/${telemetryId}/stream` }))
    source.addEventListener('ready', () => {
      onState('live')
      // Events between two connections are lost.
      if (missed) onEvent({ kind: 'missed', count: null })
      missed = false
    })
    source.addEventListener('error', () => {
      onState('lost')
      missed = true
      if (source.readyState === EventSource.CLOSED) again = setTimeout(connect, AGAIN_MS)
    })
    source.addEventListener('event', ({ data }) => {
      const event: TelemetryEvent = JSON.parse(data)
      onEvent({ kind: 'event', event })
    })
    source.addEventListener('missed', ({ data }) => {
      const { count }: { count: number | null } = JSON.parse(data)
      onEvent({ kind: 'missed', count })
    })
  }
  onState('connecting')
  connect()
  return () => {
    clearTimeout(again)
    source.close()
  }
}
