import { shellWord } from '../quoting.ts'

/** Returns a command that reads the newest events. */
export function readingSnippet({ telemetryUrl, readKey }: { telemetryUrl: string; readKey: string }): string {
  return `curl --fail-with-body ${shellWord(`${telemetryUrl}/events`)} \\
  -H ${shellWord(`Authorization: Bearer ${readKey}`)}
`
}
