import {
  cutAddress,
  getTextLength,
  isCredible,
  MAX_EVENT_ADDRESS_LENGTH,
  MAX_EVENT_AGE_HOURS,
  MAX_EVENT_AHEAD_MINUTES,
  MAX_EVENT_ID_LENGTH,
  MAX_EVENT_NAME_LENGTH,
  MAX_EVENT_TEXT_LENGTH,
  MAX_EVENT_USER_LENGTH,
  type TelemetryEvent,
} from '../../../domain/telemetry/event.ts'
import { SECOND } from '../../../domain/time.ts'
import { cleanText } from '../../kernel/body/clean-text.ts'
import { addExtraProps, checkProps, type EventProblem } from './props.ts'

type ReadEvent =
  | { kind: 'event'; event: TelemetryEvent; problems: EventProblem[] }
  | { kind: 'bad'; field: string; message: string }

/** An RFC 3339 timestamp; Date checks the number of days in a month. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/

/** Fields of an event with a meaning; all others are props. */
export const EVENT_FIELDS: readonly string[] = ['name', 'time', 'props', 'url', 'referrer', 'user', 'id']
/** Numbers below are seconds since 1970, as some clients count; in milliseconds they would lie before 1974. */
const MIN_MILLISECONDS = 1e11
const TIME_REPLACED = {
  code: 'time_replaced',
  message: `More than ${MAX_EVENT_AGE_HOURS} hours in the past or ${MAX_EVENT_AHEAD_MINUTES} minutes in the future: the time of arrival was used instead.`,
} as const

/**
 * Parses an event of Formslot's own clients: an invalid field makes the event invalid. Without a `time`, a `timestamp` that
 * can be read is the time. Unknown fields are props.
 */
export function readEvent(raw: unknown, now: Date): ReadEvent {
  if (!isObject(raw)) return bad('', 'An event must be a JSON object with a name.')
  const name = readText(raw, 'name', MAX_EVENT_NAME_LENGTH)
  if (name.kind === 'bad') return name
  const given = name.value?.trim() ?? ''
  if (given === '') return bad('name', 'An event needs a name, a non-empty string.')
  const givenTime = own(raw, 'time') ?? null
  const timestamp = givenTime === null ? readTimestamp(own(raw, 'timestamp'), now) : null
  const time = timestamp ?? readTime(givenTime, now)
  if (time.kind === 'bad') return time
  const props = readProps(own(raw, 'props'))
  if (props.kind === 'bad') return props
  const url = readText(raw, 'url', MAX_EVENT_ADDRESS_LENGTH)
  if (url.kind === 'bad') return url
  const referrer = readText(raw, 'referrer', MAX_EVENT_ADDRESS_LENGTH)
  if (referrer.kind === 'bad') return referrer
  const user = readText(raw, 'user', MAX_EVENT_USER_LENGTH)
  if (user.kind === 'bad') return user
  const id = readText(raw, 'id', MAX_EVENT_ID_LENGTH)
  if (id.kind === 'bad') return id
  const event: TelemetryEvent = {
    name: given,
    time: time.value,
    props: props.value,
    url: url.value === null ? null : cutAddress(url.value),
    referrer: referrer.value === null ? null : cutAddress(referrer.value),
    user: user.value,
    id: id.value,
  }
  if (getTextLength(event) > MAX_EVENT_TEXT_LENGTH) {
    return bad('props', `An event has at most ${MAX_EVENT_TEXT_LENGTH} characters in total.`)
  }
  const known = timestamp ? [...EVENT_FIELDS, 'timestamp'] : EVENT_FIELDS
  const extra = Object.entries(raw).filter(([field]) => !known.includes(field))
  if (extra.length === 0 && !time.late) return { kind: 'event', event, problems: [] }
  const { event: whole, problems } = addExtraProps(event, extra)
  if (time.late) problems.unshift({ ...TIME_REPLACED, field: timestamp ? 'timestamp' : 'time' })
  return { kind: 'event', event: whole, problems }
}

type Read<Value> = { kind: 'read'; value: Value } | { kind: 'bad'; field: string; message: string }

/** Reads a field as cleaned text; null when it is absent, null or empty. A number counts as text, for ids and users. */
function readText(raw: object, field: string, most: number): Read<string | null> {
  const value = own(raw, field)
  if (value === undefined || value === null || value === '') return { kind: 'read', value: null }
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  if (typeof text !== 'string') return bad(field, 'This field must be a string.')
  if (text.length > most) return bad(field, `This field has at most ${most} characters.`)
  return { kind: 'read', value: cleanText(text) }
}

type ReadTime = { kind: 'read'; value: Date; late: boolean }

/** Reads the time of a client that calls it `timestamp`; null when there is none, and for anything else of that name. */
function readTimestamp(value: unknown, now: Date): ReadTime | null {
  if (value === undefined || value === null) return null
  const isSeconds = typeof value === 'number' && value < MIN_MILLISECONDS
  const time = readTime(isSeconds ? value * SECOND : value, now)
  return time.kind === 'read' ? time : null
}

function readTime(value: unknown, now: Date): ReadTime | { kind: 'bad'; field: string; message: string } {
  if (value === undefined || value === null) return { kind: 'read', value: now, late: false }
  const written = typeof value === 'string' && INSTANT.test(value)
  const time = typeof value === 'number' || written ? new Date(value) : null
  if (!time || Number.isNaN(time.getTime())) {
    return bad('time', 'The time must be an RFC 3339 timestamp or milliseconds since 1970.')
  }
  return isCredible(time, now)
    ? { kind: 'read', value: time, late: false }
    : { kind: 'read', value: now, late: true }
}

function readProps(value: unknown): Read<TelemetryEvent['props']> {
  if (value === undefined || value === null) return { kind: 'read', value: [] }
  if (!isObject(value)) return bad('props', 'Props must be a flat JSON object.')
  const props = checkProps(Object.entries(value))
  return props.kind === 'read' ? props : bad('props', props.message)
}

/** Returns an own property; undefined for inherited ones such as `constructor`. */
export function own(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined
}

/** Returns true for a JSON object. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function bad(field: string, message: string): { kind: 'bad'; field: string; message: string } {
  return { kind: 'bad', field, message }
}
