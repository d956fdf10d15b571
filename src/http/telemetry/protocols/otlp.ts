import {
  isCredible,
  MAX_EVENT_NAME_LENGTH,
  MAX_LOG_PROPS,
  MAX_LOG_RECORDS,
  type TelemetryEvent,
} from '../../../domain/telemetry/event.ts'
import { toEvent } from './loose-event.ts'
import { fitProps, type Prop } from './props.ts'
import { isObject, own } from './read-event.ts'

const NANOS_IN_A_MS = 1_000_000n
/** Maximum depth of an attribute or a body. */
const MAX_DEPTH = 6
/**
 * Maximum length of the props that all records of a scope share, in characters: they are stored with each record, and a small
 * request must not become a large one.
 */
const MAX_SHARED_LENGTH = 1500
/** Attributes that become fields of an event. */
const ATTRIBUTE_FIELDS = {
  'event.name': 'name',
  'url.full': 'url',
  'http.request.header.referer': 'referrer',
  'user.id': 'user',
  'log.record.uid': 'id',
} as const
/** Beginnings of the names of resource attributes that are kept first and last, when there is no space for all. */
const FIRST_OF_RESOURCE = /^(?:service|deployment)\./
const LAST_OF_RESOURCE = /^(?:process|telemetry)\./
/** A body that is the name of an event rather than a sentence, such as `app.user_signed_in`. */
const NAME_IN_BODY = /^[a-z][a-z0-9]*(?:[._-][a-z][a-z0-9]*)+$/i
/** Names of the severity numbers 1 to 24, of which each has four (opentelemetry.io/docs/specs/otel/logs/data-model). */
const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const
/** Integers in JSON with more digits than a number holds exactly. Within a string, the first quotation mark would be escaped. */
const LONG_INTEGER = /("intValue"\s*:\s*)(-?\d{16,})(?![\d.eE])/g

/** Puts long integers of a JSON body in quotation marks, as its specification requires; not all senders do. */
export function quoteLongIntegers(json: string): string {
  return json.replace(LONG_INTEGER, '$1"$2"')
}

/**
 * Converts each log record of an OpenTelemetry export request in JSON (opentelemetry.io/docs/specs/otlp, "JSON Protobuf
 * Encoding") into an event; null when the body is no such request.
 */
export function parseOtlpEvents(raw: unknown, now: Date): TelemetryEvent[] | null {
  const resources = isObject(raw) ? own(raw, 'resourceLogs') : undefined
  if (!Array.isArray(resources)) return null
  const events: TelemetryEvent[] = []
  for (const resource of resources) {
    const resourceProps = listResourceProps(ownOf(resource, 'resource'))
    for (const scopeLogs of listIn(resource, 'scopeLogs')) {
      const records = listIn(scopeLogs, 'logRecords')
      if (records.length === 0) continue
      const shared = fitProps([...listScopeProps(ownOf(scopeLogs, 'scope')), ...resourceProps], {
        maxProps: MAX_LOG_PROPS,
        maxLength: MAX_SHARED_LENGTH,
      })
      for (const record of records) {
        events.push(recordToEvent(record, { shared, now }))
        // One record beyond the maximum shows that there are too many; the rest is not converted.
        if (events.length > MAX_LOG_RECORDS) return events
      }
    }
  }
  return events
}

function listResourceProps(resource: unknown): Prop[] {
  const rank = (key: string) => {
    if (FIRST_OF_RESOURCE.test(key)) return 0
    return LAST_OF_RESOURCE.test(key) ? 2 : 1
  }
  const attributes = listAttributes(resource).sort(([one], [other]) => rank(one) - rank(other))
  return fitProps(
    attributes.map(([key, value]): Prop<unknown> => [`resource.${key}`, value]),
    { maxProps: MAX_LOG_PROPS, maxLength: MAX_SHARED_LENGTH },
  )
}

function listScopeProps(scope: unknown): Prop<unknown>[] {
  return (['name', 'version'] as const)
    .map((field): Prop<unknown> => [`scope.${field}`, ownOf(scope, field)])
    .filter(([, value]) => typeof value === 'string' && value !== '')
}

function recordToEvent(
  record: unknown,
  { shared, now }: { shared: readonly Prop[]; now: Date },
): TelemetryEvent {
  const placed: Partial<Record<(typeof ATTRIBUTE_FIELDS)[keyof typeof ATTRIBUTE_FIELDS], unknown>> = {}
  const time = toTime(ownOf(record, 'timeUnixNano'))
  const observed = toTime(ownOf(record, 'observedTimeUnixNano'))
  const given = time ?? observed
  const body = toValue(ownOf(record, 'body'), MAX_DEPTH)
  // The first of a name counts.
  const props = new Map<string, unknown>([
    ['body', body],
    ['severity', toSeverity(record)],
    ['trace_id', toTraceId(ownOf(record, 'traceId'))],
    ['span_id', toTraceId(ownOf(record, 'spanId'))],
    ['observed_time', time && observed?.getTime() !== time.getTime() ? toText(observed) : null],
    // A collector sends what it kept while it was offline.
    ['record_time', given && !isCredible(given, now) ? toText(given) : null],
  ])
  for (const [name, value] of props) if (value === null) props.delete(name)
  for (const [key, value] of listAttributes(record)) {
    if (Object.hasOwn(ATTRIBUTE_FIELDS, key)) {
      placed[ATTRIBUTE_FIELDS[key as keyof typeof ATTRIBUTE_FIELDS]] ??= value
    } else if (!props.has(key)) props.set(key, value)
  }
  for (const [name, value] of shared) if (!props.has(name)) props.set(name, value)
  const names = [ownOf(record, 'eventName'), placed.name, isName(body) ? body : null]
  return toEvent(
    {
      ...placed,
      name: names.find((name) => typeof name === 'string' && name.trim() !== ''),
      time: given,
      props,
    },
    { name: 'log', now, maxProps: MAX_LOG_PROPS },
  )
}

function isName(body: unknown): boolean {
  return typeof body === 'string' && body.length <= MAX_EVENT_NAME_LENGTH && NAME_IN_BODY.test(body)
}

/** Returns the attributes of a message with their values. */
function listAttributes(holder: unknown): Prop<unknown>[] {
  return listIn(holder, 'attributes').flatMap((attribute): Prop<unknown>[] => {
    const key = ownOf(attribute, 'key')
    return typeof key === 'string' ? [[key, toValue(ownOf(attribute, 'value'), MAX_DEPTH)]] : []
  })
}

function ownOf(holder: unknown, field: string): unknown {
  return isObject(holder) ? own(holder, field) : undefined
}

function listIn(holder: unknown, field: string): unknown[] {
  const list = ownOf(holder, field)
  return Array.isArray(list) ? list : []
}

/** Converts an AnyValue; null when it is empty. */
function toValue(typed: unknown, depth: number): unknown {
  if (!isObject(typed) || depth === 0) return null
  const [[kind, value] = ['', null]] = Object.entries(typed)
  switch (kind) {
    case 'stringValue':
    case 'bytesValue':
      return typeof value === 'string' ? value : null
    case 'boolValue':
      return typeof value === 'boolean' ? value : null
    case 'intValue':
      return toInteger(value)
    case 'doubleValue':
      return typeof value === 'number' || typeof value === 'string' ? value : null
    case 'arrayValue':
      return listIn(value, 'values').map((one) => toValue(one, depth - 1))
    case 'kvlistValue':
      return Object.fromEntries(
        listIn(value, 'values').map((one) => [nameIn(one), toValue(ownOf(one, 'value'), depth - 1)]),
      )
    default:
      return null
  }
}

/** Returns a number, or the digits of an integer that a number cannot hold exactly. */
function toInteger(value: unknown): number | string | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^-?\d{1,20}$/.test(value)) return null
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** Returns the key of a KeyValue; empty when it is not a string, because converting an object could throw. */
function nameIn(pair: unknown): string {
  const name = ownOf(pair, 'key')
  return typeof name === 'string' ? name : ''
}

/** Returns the severity in the words of the sender, else that of its number; null without one. */
function toSeverity(record: unknown): string | null {
  const text = ownOf(record, 'severityText')
  if (typeof text === 'string' && text !== '') return text
  const place = Number(ownOf(record, 'severityNumber')) - 1
  const name = SEVERITIES[Math.floor(place / 4)]
  if (name === undefined || !Number.isInteger(place)) return null
  return place % 4 === 0 ? name : `${name}${(place % 4) + 1}`
}

/** Returns the id of a trace or span in hexadecimal; null when it is none, or all zeros. */
function toTraceId(value: unknown): string | null {
  if (typeof value !== 'string' || !/^(?:[0-9a-f]{16}){1,2}$/i.test(value)) return null
  return /^0+$/.test(value) ? null : value.toLowerCase()
}

/** Converts nanoseconds since 1970, which JSON encodes as text; zero means unknown. */
function toTime(nanos: unknown): Date | null {
  const text = typeof nanos === 'number' ? String(nanos) : nanos
  if (typeof text !== 'string' || !/^[1-9]\d{0,19}$/.test(text)) return null
  return new Date(Number(BigInt(text) / NANOS_IN_A_MS))
}

function toText(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}
