/** What telemetry endpoints hold; a part of `Schema`. */
export type TelemetryTables = {
  /** Events of telemetry endpoints: what one request brought is one row. */
  event_batches: {
    key: number
    endpoint_key: number
    received_at: number
    /** `stringifyEvents`; never empty. */
    events: string
  }
  /** How many events of each name happened in each hour, counted from 1970. Kept, never counted. */
  event_counts: { endpoint_key: number; hour: number; name: string; count: number }
  /** What the senders of events call them, for as long as none is taken twice. */
  event_ids: { endpoint_key: number; id: string; seen_at: number }
}
