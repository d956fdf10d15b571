import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** Umami's Node client, configured for this service. */
export function umamiSnippet({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'Umami for Node',
    language: 'js',
    fileName: 'track.js',
    code: `// npm install @umami/node
import { Umami } from '@umami/node'

const umami = new Umami({ hostUrl: ${JSON.stringify(telemetryUrl)}, websiteId: 'my-program' })

export const track = (name, data) => umami.track(name, data)
`,
    usage: `import { track } from './track.js'

await track('signup', { plan: 'pro' })
`,
  }
}
