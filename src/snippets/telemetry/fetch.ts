import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** Sends events and checks the response. */
export function telemetryFetch({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'JavaScript',
    language: 'js',
    fileName: 'track.js',
    code: `export async function track(name, props = {}) {
  const response = await fetch(${JSON.stringify(telemetryUrl)}, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    // With an id, retries of an event count once.
    body: JSON.stringify({ name, props, id: crypto.randomUUID() }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error((await response.json()).message)
}
`,
    usage: `import { track } from './track.js'

await track('signup', { plan: 'pro' })
`,
  }
}
