import type { Snippet } from '../snippet.ts'
import { telemetryPrompt } from './agent-prompt.ts'
import { telemetryCurl } from './curl.ts'
import { telemetryFetch } from './fetch.ts'
import { cronSnippet, githubActionsSnippet, systemdSnippet } from './heartbeat.ts'
import { openTelemetryJs, openTelemetrySettings } from './opentelemetry.ts'
import { pageSnippet } from './page.ts'
import { plausibleSnippet } from './plausible.ts'
import type { TelemetryOptions } from './telemetry-options.ts'
import { umamiSnippet } from './umami.ts'

/** Every snippet of a telemetry endpoint, in the order of their tabs. */
export function telemetrySnippets(options: TelemetryOptions): Snippet[] {
  return [
    pageSnippet,
    telemetryFetch,
    telemetryCurl,
    cronSnippet,
    systemdSnippet,
    githubActionsSnippet,
    openTelemetryJs,
    openTelemetrySettings,
    plausibleSnippet,
    umamiSnippet,
    telemetryPrompt,
  ].map((write) => write(options))
}
