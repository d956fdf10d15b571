import { type Refused, refused } from '../../../domain/refusal.ts'
import { MAX_EVENT_BYTES, type TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { type EventBody, parseJson } from './event-body.ts'
import { toEvent } from './loose-event.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  foreignOperation,
  type ReadEvents,
  toRefusalAnswer,
} from './protocol.ts'
import { isObject, own } from './read-event.ts'

/** Short field names, which the script of Plausible sends. */
const LONG_NAMES = { name: 'n', url: 'u', referrer: 'r', props: 'p', revenue: '$' } as const
/** Measurements that the script adds to an event, with the names of their props. */
const MEASURED = [
  ['e', 'engagement_ms'],
  ['sd', 'scroll_depth'],
] as const

/** Returns true for an event in the format of Plausible's script. */
export function isPlausibleEvent(raw: unknown): raw is object {
  return isObject(raw) && own(raw, 'name') === undefined && typeof own(raw, 'n') === 'string'
}

/** Parses an event of Plausible's clients (plausible.io/docs/events-api), with long or short names. */
export function parsePlausibleEvent(raw: object, now: Date): TelemetryEvent {
  const given = (field: keyof typeof LONG_NAMES) => own(raw, field) ?? own(raw, LONG_NAMES[field])
  return toEvent(
    {
      name: given('name'),
      url: given('url'),
      referrer: given('referrer'),
      props: [...listEntries(given('props')), ...listRevenue(given('revenue')), ...listMeasurements(raw)],
    },
    { name: 'pageview', now },
  )
}

function listMeasurements(raw: object): [string, unknown][] {
  return MEASURED.flatMap(([short, name]): [string, unknown][] => {
    const value = own(raw, short)
    return typeof value === 'number' ? [[name, value]] : []
  })
}

function listRevenue(given: unknown): [string, unknown][] {
  const revenue = asObject(given)
  if (!revenue) return []
  return [
    ['revenue', own(revenue, 'amount')],
    ['currency', own(revenue, 'currency')],
  ]
}

function listEntries(given: unknown): [string, unknown][] {
  return Object.entries(asObject(given) ?? {})
}

/** Returns an object, also when it was sent as JSON text; otherwise null. */
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

/** Header by which Plausible reports a dropped event. */
const DROPPED = { 'x-plausible-dropped': '1' }

const OPERATION = foreignOperation({
  operationId: 'sendPlausibleEvent',
  summary: 'Send an event with a client of Plausible.',
  answers: { 202: { description: 'Accepted.', media: ['text/plain'] } },
})

/** Protocol of Plausible's clients, which read only the status. */
export const PLAUSIBLE: EventProtocol = {
  path: '/api/event',
  operation: OPERATION,
  maxBytes: MAX_EVENT_BYTES,
  types: ['json'],
  read,
  accepted({ beyond }) {
    const text = { 'content-type': 'text/plain; charset=utf-8' }
    return { status: 202, headers: beyond ? { ...text, ...DROPPED } : text, body: 'ok' }
  },
  dryRun: dryRunAnswer,
  refusal(refusal, about) {
    const answer = toRefusalAnswer(refusal, about)
    return { ...answer, headers: { ...answer.headers, ...DROPPED } }
  },
}

function read(body: EventBody, now: Date): ReadEvents | Refused {
  const parsed = parseJson(body.bytes)
  if (parsed.kind === 'refused') return parsed
  if (!isObject(parsed.value)) return refused({ code: 'event_invalid' })
  return { kind: 'read', events: [parsePlausibleEvent(parsed.value, now)], bad: [], problems: [] }
}
