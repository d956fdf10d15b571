import type { Telemetry } from '../../api/schema.ts'
import { PERIODS, type Period } from './series.ts'
import type { Tail } from './tail.ts'

/** Tabs and filters of a telemetry endpoint, in the URL. */
const TELEMETRY_VIEWS = ['overview', 'live', 'events', 'watches', 'snippets', 'keys', 'settings'] as const
export type TelemetryView = (typeof TELEMETRY_VIEWS)[number]

export type TelemetrySearch = {
  view?: TelemetryView | undefined
  period?: Period | undefined
  /** Event name to filter by. */
  name?: string | undefined
  /** Event name to compare that one with. */
  with?: string | undefined
}

/** Props of the views that show events. */
export type EventView = {
  telemetry: Telemetry
  search: TelemetrySearch
  /** Changes part of the URL search. */
  onNarrow: (part: TelemetrySearch) => void
  tail: Tail
}

/** Limit of the API. */
const MAX_NAME_LENGTH = 200

export function readTelemetrySearch(search: Record<string, unknown>): TelemetrySearch {
  const { view, period } = search
  const name = readName(search.name)
  const other = readName(search.with)
  return {
    view: TELEMETRY_VIEWS.find((one) => one === view),
    period: PERIODS.find((one) => one === period),
    name,
    with: name === undefined || other === name ? undefined : other,
  }
}

function readName(name: unknown): string | undefined {
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME_LENGTH) : undefined
}
