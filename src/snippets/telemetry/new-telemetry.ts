import { shellWord } from '../quoting.ts'

/** Recipient, and base URL of the service. */
type NewTelemetry = { base: string; recipient: string }

/** Returns a command that creates a telemetry endpoint. */
export function newTelemetryCommand({ base, recipient }: NewTelemetry): string {
  return `curl --fail-with-body ${shellWord(`${base}/t/new`)} \\
  --data-urlencode ${shellWord(`recipient=${recipient}`)}
`
}

/** Returns a prompt for a coding agent: create the endpoint and send events. */
export function newTelemetryPrompt({ base, recipient }: NewTelemetry): string {
  return `Track what people do on my page. Read ${base}/llms.txt, create a telemetry endpoint with ${recipient} as its recipient, and send it an event for every page view and key action.\n`
}
