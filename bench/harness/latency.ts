import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createHistogram, performance } from 'node:perf_hooks'

/** The first second of a process is not measured. */
const WARM_UP_MS = 1000
const MICROS_IN_MS = 1000

/** Milliseconds. */
export type Latency = { p50Ms: number; p99Ms: number }

/**
 * Measures inside the server how long POST requests take, from the request head to the response: where the load shares its
 * core, its own figures measure that core. The result is written to `file` when the process ends.
 */
export function watchLatency(file: string): void {
  const began = new WeakMap<object, number>()
  const durations = createHistogram()
  let first: number | null = null
  subscribe('http.server.request.start', (message) => {
    const now = performance.now()
    const { request } = message as { request: IncomingMessage }
    first ??= now
    if (request.method === 'POST' && now - first > WARM_UP_MS) began.set(request, now)
  })
  subscribe('http.server.response.finish', (message) => {
    const from = began.get((message as { request: object }).request)
    if (from !== undefined)
      durations.record(Math.max(1, Math.round((performance.now() - from) * MICROS_IN_MS)))
  })
  process.on('exit', () => {
    const at = (percentile: number) => durations.percentile(percentile) / MICROS_IN_MS
    const latency: Latency = { p50Ms: at(50), p99Ms: at(99) }
    writeFileSync(file, JSON.stringify(latency))
  })
}
