import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** `offline`: the browser has no network. `lost`: it has one, but the service does not answer. */
export type Connection = 'connected' | 'lost' | 'offline'

/** Interval of attempts to reach the service again. */
const PROBE_MS = 2_000
const PROBE_TIMEOUT_MS = 6_000
/** Time without an answer after which the service is asked whether it answers at all. */
const SLOW_ANSWER_MS = 4_000

let connection: Connection = navigator.onLine ? 'connected' : 'offline'
let probing: Promise<boolean> | null = null
let again: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()
let unchanged = new AbortController()
const returns = new Set<() => void>()

window.addEventListener('offline', () => setConnection('offline'))
window.addEventListener('online', () => void checkConnection())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && connection !== 'connected') void checkConnection()
})

/** Returns the state of the connection to the service, as last seen. */
export function useConnection(): Connection {
  return useSyncExternalStore(watch, () => connection)
}

/** Aborted when the connection is lost or there again: a request from before may wait forever. */
export function untilConnectionChanges(): AbortSignal {
  return unchanged.signal
}

/**
 * Checks the connection while an answer is late: a service that hangs, or a host that is gone, neither answers nor refuses.
 *
 * @returns stops that
 */
export function checkWhileLate(): () => void {
  const late = setInterval(checkConnection, SLOW_ANSWER_MS)
  return () => clearInterval(late)
}

/** Runs a callback when the service can be reached again. */
export function useReconnected(action: () => void): void {
  const onReturn = useEffectEvent(action)
  useEffect(() => onReconnected(() => onReturn()), [])
}

/** Runs a callback whenever the service can be reached again. @returns stops that */
export function onReconnected(action: () => void): () => void {
  returns.add(action)
  return () => returns.delete(action)
}

/**
 * Asks whether the service answers, after a failed request or a broken stream. While it does not, it is asked again
 * every two seconds.
 */
export function checkConnection(): Promise<boolean> {
  clearTimeout(again)
  probing ??= probe().finally(() => {
    probing = null
  })
  return probing
}

async function probe(): Promise<boolean> {
  const reached = await answers()
  if (reached) setConnection('connected')
  else {
    setConnection(navigator.onLine ? 'lost' : 'offline')
    again = setTimeout(checkConnection, PROBE_MS)
  }
  return reached
}

async function answers(): Promise<boolean> {
  try {
    const { status } = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    })
    // A proxy answers 502 to 504 for a service that is away.
    return status < 500
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return false
    throw error
  }
}

function setConnection(next: Connection): void {
  if (next === connection) return
  connection = next
  unchanged.abort()
  unchanged = new AbortController()
  for (const changed of watchers) changed()
  if (next !== 'connected') return
  for (const returned of returns) returned()
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  return () => watchers.delete(changed)
}
