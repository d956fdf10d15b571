import { useEffect, useRef } from 'react'
import { addressOf } from '../client/call.ts'

/** `submission`: these arrived. `changed`: something else did, anywhere when the endpoint is null. */
export type Happening =
  | { kind: 'submission'; endpointId: string; submissionIds: string[] }
  | { kind: 'changed'; endpointId: string | null }

/** How often to ask by hand while nothing is told. */
const POLL_MS = 30_000

type Listener = (happening: Happening) => void

const listeners = new Set<Listener>()
let stream: { close: () => void } | null = null

/**
 * Hears what happens in the account while the component is shown. All listeners share one stream; where it cannot be
 * had, they hear every 30 seconds that something may have changed.
 */
export function useHappenings(listener: Listener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    const hear: Listener = (happening) => latest.current(happening)
    listeners.add(hear)
    stream ??= openStream()
    return () => {
      listeners.delete(hear)
      if (listeners.size > 0) return
      stream?.close()
      stream = null
    }
  }, [])
}

function openStream() {
  let source: EventSource
  let missed = false
  function connect() {
    source = new EventSource(addressOf({ path: '/stream' }))
    source.addEventListener('open', () => {
      // What happened between two connections was told to nobody.
      if (missed) tell({ kind: 'changed', endpointId: null })
      missed = false
    })
    source.addEventListener('error', () => {
      missed = true
    })
    source.addEventListener('submission', ({ data }) => {
      const told: { endpoint_id: string; submission_ids: string[] } = JSON.parse(data)
      tell({ kind: 'submission', endpointId: told.endpoint_id, submissionIds: told.submission_ids })
    })
    source.addEventListener('changed', ({ data }) => {
      const told: { endpoint_id: string | null } = JSON.parse(data)
      tell({ kind: 'changed', endpointId: told.endpoint_id })
    })
  }
  connect()
  const poll = setInterval(() => {
    if (source.readyState === EventSource.OPEN || document.hidden) return
    tell({ kind: 'changed', endpointId: null })
    // The browser connects again by itself, unless it was refused.
    if (source.readyState === EventSource.CLOSED) connect()
  }, POLL_MS)
  return {
    close() {
      clearInterval(poll)
      source.close()
    },
  }
}

function tell(happening: Happening): void {
  for (const listener of listeners) listener(happening)
}
