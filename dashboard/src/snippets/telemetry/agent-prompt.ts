import { shellWord } from '../quoting.ts'
import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** What to tell a coding agent that shall send events from a project. */
export function telemetryPrompt({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'Agent prompt',
    language: 'text',
    fileName: null,
    code: `Let this project tell what happens in it. It sends events to this telemetry endpoint, which exists already:

${telemetryUrl}

- An event is a POST of JSON: {"name": "signup", "props": {"plan": "pro"}}. The name is a short fixed word for the kind of deed, never made of values; those go into props: at most 30, flat, texts, numbers or booleans.
- Send nothing that names a person: no mailbox, no name, no text that somebody typed.
- In a page use navigator.sendBeacon(address, JSON.stringify(event)), which needs no preflight and outlives the page, and fetch with keepalive where it returns false. No cookie, no new dependency. Add "url": location.href and, where there is one, "referrer": document.referrer.
- In a server use fetch with Content-Type: application/json, a limit of 10 seconds, and a random "id" in each event: the same one when it is sent again, so that it counts once. Never let a failed event fail the deed it tells of. Send many as {"events": [...]}, at most 100 at a time.
- Success is status 202 with {"ok": true}. A refusal is JSON with "message".
- Send "pageview" for views of pages, and one event for each deed that matters to whoever runs the project; say which you chose.
- Try it with a dry run, which checks everything and stores nothing:

curl ${shellWord(`${telemetryUrl}?dry_run=1`)} -H 'Content-Type: application/json' --data '{"name": "pageview"}'

Everything else about this service: ${new URL('../llms.txt', telemetryUrl).href}
`,
    usage: null,
  }
}
