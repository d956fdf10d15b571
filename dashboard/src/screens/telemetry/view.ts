import type { Telemetry } from '../../api/schema.ts'
import type { TelemetrySearch } from './search.ts'
import type { Tail } from './tail.ts'

/** What the views that show events are given. */
export type EventView = {
  telemetry: Telemetry
  search: TelemetrySearch
  /** Changes part of what stands in the address. */
  onNarrow: (part: TelemetrySearch) => void
  tail: Tail
}
