import { shellWord } from '../quoting.ts'
import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** Sends an event with curl; the exit status is not 0 when it is refused. */
export function telemetryCurl({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'curl',
    language: 'sh',
    fileName: null,
    code: `curl --fail-with-body ${shellWord(telemetryUrl)} \\
  -H 'Content-Type: application/json' \\
  --data '{"name": "signup", "props": {"plan": "pro"}}'
`,
    usage: null,
  }
}
