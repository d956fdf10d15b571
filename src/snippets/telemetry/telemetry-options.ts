/** Options of a telemetry snippet. */
export type TelemetryOptions = {
  /** URL that events are sent to: `{base}/t/{telemetry_id}`. */
  telemetryUrl: string
}
