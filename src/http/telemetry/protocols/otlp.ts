import { MAX_LOG_RECORDS, type TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { toEvent } from './loose-event.ts'
import { isObject, own } from './read-event.ts'

const NANOS_IN_A_MS = 1_000_000n
/** Maximum depth of an attribute or a body. */
const MAX_DEPTH = 6
/** Attributes that become fields of an event. */
const ATTRIBUTE_FIELDS = {
  'event.name': 'name',
  'url.full': 'url',
  'http.request.header.referer': 'referrer',
  'user.id': 'user',
  'log.record.uid': 'id',
} as const

/**
 * Converts each log record of an OpenTelemetry export request in JSON (opentelemetry.io/docs/specs/otlp, "JSON Protobuf
 * Encoding") into an event; null when the body is no such request.
 */
export function parseOtlpEvents(raw: unknown, now: Date): TelemetryEvent[] | null {
  const resources = isObject(raw) ? own(raw, 'resourceLogs') : undefined
  if (!Array.isArray(resources)) return null
  return (
    resources
      .flatMap((resource) => listIn(resource, 'scopeLogs'))
      .flatMap((scope) => listIn(scope, 'logRecords'))
      // One record beyond the maximum shows that there are too many; the rest is not converted.
      .slice(0, MAX_LOG_RECORDS + 1)
      .map((record) => recordToEvent(record, now))
  )
}

function recordToEvent(record: unknown, now: Date): TelemetryEvent {
  const given = (field: string) => (isObject(record) ? own(record, field) : undefined)
  const placed: Partial<Record<(typeof ATTRIBUTE_FIELDS)[keyof typeof ATTRIBUTE_FIELDS], unknown>> = {}
  const props: [string, unknown][] = []
  for (const attribute of listIn(record, 'attributes')) {
    const key = isObject(attribute) ? own(attribute, 'key') : undefined
    if (typeof key !== 'string' || !isObject(attribute)) continue
    const value = valueIn(own(attribute, 'value'), MAX_DEPTH)
    const place = Object.hasOwn(ATTRIBUTE_FIELDS, key)
      ? ATTRIBUTE_FIELDS[key as keyof typeof ATTRIBUTE_FIELDS]
      : null
    if (place) placed[place] = value
    else props.push([key, value])
  }
  const body = valueIn(given('body'), MAX_DEPTH)
  const severity = given('severityText')
  if (body !== null) props.unshift(['body', body])
  if (severity !== undefined && severity !== '') props.push(['severity', severity])
  return toEvent(
    {
      ...placed,
      name: given('eventName') || placed.name,
      time: toTime(given('timeUnixNano')) ?? toTime(given('observedTimeUnixNano')),
      props,
    },
    { name: 'log', now },
  )
}

function listIn(holder: unknown, field: string): unknown[] {
  const list = isObject(holder) ? own(holder, field) : undefined
  return Array.isArray(list) ? list : []
}

/** Converts an AnyValue; null when it is empty. */
function valueIn(typed: unknown, depth: number): unknown {
  if (!isObject(typed) || depth === 0) return null
  const [[kind, value] = ['', null]] = Object.entries(typed)
  switch (kind) {
    case 'intValue':
      return typeof value === 'string' && Number.isSafeInteger(Number(value)) ? Number(value) : value
    case 'arrayValue':
      return listIn(value, 'values').map((one) => valueIn(one, depth - 1))
    case 'kvlistValue':
      return Object.fromEntries(
        listIn(value, 'values').map((one) => [
          nameIn(one),
          valueIn(isObject(one) ? own(one, 'value') : null, depth - 1),
        ]),
      )
    default:
      return value
  }
}

/** Returns the key of a KeyValue; empty when it is not a string, because converting an object could throw. */
function nameIn(pair: unknown): string {
  const name = isObject(pair) ? own(pair, 'key') : null
  return typeof name === 'string' ? name : ''
}

/** Converts nanoseconds since 1970, which JSON encodes as text; zero means unknown. */
function toTime(nanos: unknown): Date | null {
  const text = typeof nanos === 'number' ? String(nanos) : nanos
  if (typeof text !== 'string' || !/^[1-9]\d{0,19}$/.test(text)) return null
  return new Date(Number(BigInt(text) / NANOS_IN_A_MS))
}
