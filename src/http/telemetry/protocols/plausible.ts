import type { TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { looseEvent } from './loose-event.ts'
import { isObject, own } from './read-event.ts'

/** Short names, as the script of Plausible sends them, and what stands for them. */
const LONG_NAMES = { name: 'n', url: 'u', referrer: 'r', props: 'p', revenue: '$' } as const
/** What the script measures beside an event, and what such a prop is called. */
const MEASURED = [
  ['e', 'engagement_ms'],
  ['sd', 'scroll_depth'],
] as const

/** Whether this is an event as the script of Plausible sends it. */
export function isPlausible(raw: unknown): raw is object {
  return isObject(raw) && own(raw, 'name') === undefined && typeof own(raw, 'n') === 'string'
}

/** An event as Plausible's clients send it (plausible.io/docs/events-api), with long names or short ones. */
export function plausibleEvent(raw: object, now: Date): TelemetryEvent {
  const given = (field: keyof typeof LONG_NAMES) => own(raw, field) ?? own(raw, LONG_NAMES[field])
  return looseEvent(
    {
      name: given('name'),
      url: given('url'),
      referrer: given('referrer'),
      props: [...entriesOf(given('props')), ...revenueOf(given('revenue')), ...measured(raw)],
    },
    { name: 'pageview', now },
  )
}

function measured(raw: object): [string, unknown][] {
  return MEASURED.flatMap(([short, name]): [string, unknown][] => {
    const value = own(raw, short)
    return typeof value === 'number' ? [[name, value]] : []
  })
}

function revenueOf(given: unknown): [string, unknown][] {
  const revenue = asObject(given)
  if (!revenue) return []
  return [
    ['revenue', own(revenue, 'amount')],
    ['currency', own(revenue, 'currency')],
  ]
}

function entriesOf(given: unknown): [string, unknown][] {
  return Object.entries(asObject(given) ?? {})
}

/** An object, or one that was sent as text. */
function asObject(given: unknown): object | null {
  if (isObject(given)) return given
  if (typeof given !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(given)
    return isObject(parsed) ? parsed : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
