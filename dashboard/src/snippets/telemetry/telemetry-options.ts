/** What snippets about telemetry are made for. */
export type TelemetryOptions = {
  /** Where events are sent to: `{base}/t/{telemetry_id}`. */
  telemetryUrl: string
}
