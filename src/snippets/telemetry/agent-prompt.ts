import { shellWord } from '../quoting.ts'
import type { Snippet } from '../snippet.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/** Prompt for a coding agent: send events. */
export function telemetryPrompt({ telemetryUrl }: TelemetryOptions): Snippet {
  return {
    title: 'Agent prompt',
    task: 'agent',
    language: 'text',
    fileName: null,
    code: `Track events in this project. Send them to this existing telemetry endpoint:

${telemetryUrl}

- An event is a POST of JSON: {"name": "signup", "props": {"plan": "pro"}}. The name is a short fixed word for the kind of event and never contains values. Values go into props: at most 30, flat, strings, numbers or booleans.
- Send no personal data: no email addresses, names or text that users typed.
- In a page use navigator.sendBeacon(url, JSON.stringify(event)), which needs no preflight and survives leaving the page; fall back to fetch with keepalive if it returns false. Use no cookies and add no dependency. Add "url": location.href and, if there is one, "referrer": document.referrer.
- On a server use fetch with Content-Type: application/json, a timeout of 10 seconds, and a random "id" in each event: reuse it in retries, so that the event counts once. A failed event must never fail the action it reports. Send batches as {"events": [...]}, at most 100 at a time.
- Success is status 202 with {"ok": true}. An error is JSON with "message".
- Send "pageview" for page views, and one event for each key action; list the events you chose.
- Test with a dry run, which validates everything and stores nothing:

curl ${shellWord(`${telemetryUrl}?dry_run=1`)} -H 'Content-Type: application/json' --data '{"name": "pageview"}'

Full documentation of this service: ${new URL('../llms.txt', telemetryUrl).href}
`,
    usage: null,
  }
}
