import type { Telemetry } from '../../api/schema.ts'
import type { TelemetrySearch } from './search.ts'
import type { Tail } from './tail.ts'

/** Props of the views that show events. */
export type EventView = {
  telemetry: Telemetry
  search: TelemetrySearch
  /** Changes part of the URL search. */
  onNarrow: (part: TelemetrySearch) => void
  tail: Tail
}
