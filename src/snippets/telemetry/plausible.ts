import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** Plausible's tracker, configured for this service. */
export function plausibleSnippet({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'Plausible tracker',
    language: 'js',
    fileName: 'track.js',
    code: `// npm install @plausible-analytics/tracker
import { init, track } from '@plausible-analytics/tracker'

init({ domain: location.hostname, endpoint: ${JSON.stringify(`${telemetryUrl}/api/event`)} })

export { track }
`,
    usage: `import { track } from './track.js'

track('signup', { props: { plan: 'pro' } })
`,
  }
}
