import { useEffect, useEffectEvent } from 'react'
import { toUrl } from '../client/call.ts'
import { checkConnection, onReconnected } from '../client/connection.ts'

/**
 * `ready`: all later changes are reported. `submission`: new submissions. `changed`: any other change; a null endpoint means
 * any endpoint.
 */
type AccountEvent =
  | { kind: 'ready' }
  | { kind: 'submission'; endpointId: string }
  | { kind: 'changed'; endpointId: string | null }

/** Polling interval while the stream is down. */
const POLL_MS = 30_000

type Listener = (event: AccountEvent) => void

const listeners = new Set<Listener>()
let stream: { close: () => void } | null = null

/**
 * Subscribes to account events while the component is mounted. All listeners share one stream; while it is down,
 * they receive a `changed` event every 30 seconds.
 */
export function useAccountEvents(listener: Listener): void {
  const tell = useEffectEvent(listener)
  useEffect(() => {
    const onEvent: Listener = (event) => tell(event)
    listeners.add(onEvent)
    stream ??= openStream()
    return () => {
      listeners.delete(onEvent)
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
    source = new EventSource(toUrl({ path: '/stream' }))
    source.addEventListener('open', () => {
      // Events between two connections are lost.
      if (missed) notify({ kind: 'changed', endpointId: null })
      missed = false
    })
    source.addEventListener('error', () => {
      missed = true
      void checkConnection()
    })
    source.addEventListener('ready', () => notify({ kind: 'ready' }))
    source.addEventListener('submission', ({ data }) => {
      const payload: { endpoint_id: string } = JSON.parse(data)
      notify({ kind: 'submission', endpointId: payload.endpoint_id })
    })
    source.addEventListener('changed', ({ data }) => {
      const payload: { endpoint_id: string | null } = JSON.parse(data)
      notify({ kind: 'changed', endpointId: payload.endpoint_id })
    })
  }
  connect()
  const stop = onReconnected(() => {
    if (source.readyState === EventSource.OPEN) return
    source.close()
    connect()
  })
  const poll = setInterval(() => {
    if (source.readyState === EventSource.OPEN || document.hidden) return
    notify({ kind: 'changed', endpointId: null })
    // The browser reconnects by itself, unless it was refused.
    if (source.readyState === EventSource.CLOSED) connect()
  }, POLL_MS)
  return {
    close() {
      clearInterval(poll)
      stop()
      source.close()
    },
  }
}

function notify(event: AccountEvent): void {
  for (const listener of listeners) listener(event)
}
