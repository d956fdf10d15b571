import { useEffect, useRef, useState } from 'react'
import { addressOf, path } from '../client/call.ts'
import type { Event as TelemetryEvent } from '../schema.ts'

/** An event that arrived, or the word that some did which were not told: null, nobody knows how many. */
export type EventNews = { kind: 'event'; event: TelemetryEvent } | { kind: 'missed'; count: number | null }

export type StreamState = 'connecting' | 'live' | 'lost'

/** How long to wait where the browser was refused and does not come back by itself. */
const AGAIN_MS = 10_000

/**
 * Hears the events of an endpoint as they arrive, while the component is shown.
 *
 * @param from.open false where none can arrive any more
 */
export function useEventStream(
  from: { telemetryId: string; open: boolean },
  hear: (news: EventNews) => void,
): StreamState {
  const { telemetryId, open } = from
  const [state, setState] = useState<StreamState>('connecting')
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    if (!open) return
    return follow(telemetryId, { hear: (news) => latest.current(news), say: setState })
  }, [telemetryId, open])
  return state
}

/** @returns ends it */
function follow(
  telemetryId: string,
  told: { hear: (news: EventNews) => void; say: (state: StreamState) => void },
): () => void {
  const { hear, say } = told
  let source: EventSource
  let again: ReturnType<typeof setTimeout> | undefined
  let missed = false
  function connect() {
    source = new EventSource(addressOf({ path: path`/telemetry/${telemetryId}/stream` }))
    source.addEventListener('ready', () => {
      say('live')
      // What arrived between two connections was told to nobody.
      if (missed) hear({ kind: 'missed', count: null })
      missed = false
    })
    source.addEventListener('error', () => {
      say('lost')
      missed = true
      if (source.readyState === EventSource.CLOSED) again = setTimeout(connect, AGAIN_MS)
    })
    source.addEventListener('event', ({ data }) => {
      const event: TelemetryEvent = JSON.parse(data)
      hear({ kind: 'event', event })
    })
    source.addEventListener('missed', ({ data }) => {
      const { count }: { count: number | null } = JSON.parse(data)
      hear({ kind: 'missed', count })
    })
  }
  say('connecting')
  connect()
  return () => {
    clearTimeout(again)
    source.close()
  }
}
