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
  /** Prop of the events that the list shows, and its value. */
  prop?: string | undefined
  value?: string | undefined
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

/** Limits of the API. */
const MAX_NAME_LENGTH = 200
const MAX_VALUE_LENGTH = 2000

export function readTelemetrySearch(search: Record<string, unknown>): TelemetrySearch {
  const { view, period } = search
  const name = readName(search.name)
  const other = readName(search.with)
  const prop = readName(search.prop)
  const value = typeof search.value === 'string' ? search.value.slice(0, MAX_VALUE_LENGTH) : undefined
  const isProp = prop !== undefined && value !== undefined
  return {
    view: TELEMETRY_VIEWS.find((one) => one === view),
    period: PERIODS.find((one) => one === period),
    name,
    prop: isProp ? prop : undefined,
    value: isProp ? value : undefined,
    with: name === undefined || other === name ? undefined : other,
  }
}

function readName(name: unknown): string | undefined {
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME_LENGTH) : undefined
}
