import { shellWord } from '../quoting.ts'

/** The newest events, read from a shell. */
export function readingSnippet({ telemetryUrl, readKey }: { telemetryUrl: string; readKey: string }): string {
  return `curl --fail-with-body ${shellWord(`${telemetryUrl}/events`)} \\
  -H ${shellWord(`Authorization: Bearer ${readKey}`)}
`
}
