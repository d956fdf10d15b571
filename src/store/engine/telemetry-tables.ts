/** Tables of telemetry endpoints; a part of `Schema`. */
export type TelemetryTables = {
  /** Events of telemetry endpoints: one row per request. */
  event_batches: {
    key: number
    endpoint_key: number
    received_at: number
    /** `stringifyEvents`; never empty. */
    events: string
  }
  /** Number of events of each name in each hour since 1970. Maintained, never computed from the events. */
  event_counts: { endpoint_key: number; hour: number; name: string; count: number }
  /** Ids that senders gave their events, for as long as duplicates are rejected. */
  event_ids: { endpoint_key: number; id: string; seen_at: number }
  /**
   * Unique visitors of an endpoint on each day since 1970. `bitmap`: base64 of the bits that the visitors of the day set;
   * null once the day is over.
   */
  visitor_counts: { endpoint_key: number; day: number; count: number; bitmap: string | null }
  /** The salt of the visitor hashes of today. */
  visitor_salts: { day: number; salt: string }
}
