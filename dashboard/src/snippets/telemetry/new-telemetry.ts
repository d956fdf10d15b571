import { shellWord } from '../quoting.ts'

/** Who the endpoint is for, and the address of the service. */
type NewTelemetry = { base: string; mailbox: string }

/** A telemetry endpoint from a shell; its owner claims it by the link in the email that the first event brings. */
export function newTelemetryCommand({ base, mailbox }: NewTelemetry): string {
  return `curl --fail-with-body ${shellWord(`${base}/t/new`)} \\
  --data-urlencode ${shellWord(`recipient=${mailbox}`)}
`
}

/** What to tell a coding agent that shall make the endpoint and send events to it. */
export function newTelemetryPrompt({ base, mailbox }: NewTelemetry): string {
  return `Count what people do on my page. Read ${base}/llms.txt, create a telemetry endpoint with ${mailbox} as its recipient, and send it an event for every view of a page and every deed that matters.\n`
}
