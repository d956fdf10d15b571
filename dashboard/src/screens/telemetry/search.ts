import { PERIODS, type Period } from './series.ts'

/** The views of a telemetry endpoint; the chosen one stands in the address, and so does what narrows it. */
export const TELEMETRY_VIEWS = ['overview', 'live', 'events', 'snippets', 'keys', 'settings'] as const
export type TelemetryView = (typeof TELEMETRY_VIEWS)[number]

export type TelemetrySearch = {
  view?: TelemetryView | undefined
  period?: Period | undefined
  /** Only events that are called so. */
  name?: string | undefined
}

/** As long as the API takes one. */
const MAX_NAME_LENGTH = 200

export function readTelemetrySearch({ view, period, name }: Record<string, unknown>): TelemetrySearch {
  return {
    view: TELEMETRY_VIEWS.find((one) => one === view),
    period: PERIODS.find((one) => one === period),
    name: typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME_LENGTH) : undefined,
  }
}
