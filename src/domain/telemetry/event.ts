import { HOUR, MINUTE } from '../time.ts'

/** Maximum content of one request, also after decompression. */
export const MAX_EVENTS = 100
export const MAX_EVENT_BYTES = 64 * 1024
/** The same for OpenTelemetry logs, whose clients send up to 512 records at once. */
export const MAX_LOG_RECORDS = 512
export const MAX_LOG_BYTES = 512 * 1024
/** The same for batches of clients whose events carry many properties that are not stored. */
export const MAX_BATCH_BYTES = 512 * 1024
/** Maximum number of props of a log record, with those of its resource. */
export const MAX_LOG_PROPS = 64

// Lengths are in characters.
export const MAX_EVENT_NAME_LENGTH = 120
export const MAX_PROPS = 30
export const MAX_PROP_NAME_LENGTH = 64
export const MAX_PROP_LENGTH = 2000
export const MAX_EVENT_ADDRESS_LENGTH = 2000
export const MAX_EVENT_USER_LENGTH = 128
export const MAX_EVENT_ID_LENGTH = 128

/** Maximum length of all strings of an event together, which bounds what strangers can store. */
export const MAX_EVENT_TEXT_LENGTH = 16 * 1024

/** Multiple of the submit rate for events and logs, which programs send all day. */
export const EVENT_RATE_FACTOR = 20
/** Multiple of the submit rate for reading events and their statistics. */
export const READING_RATE_FACTOR = 4

/** Hours for which the `id` of an event is remembered; a second event with it is a duplicate. */
export const EVENT_ID_HOURS = 24
/** An event time outside these limits is replaced with the time of arrival: it changes no statistics of the past. */
export const MAX_EVENT_AGE_HOURS = 24
export const MAX_EVENT_AHEAD_MINUTES = 5
export const MAX_EVENT_AGE_MS = MAX_EVENT_AGE_HOURS * HOUR
export const MAX_EVENT_AHEAD_MS = MAX_EVENT_AHEAD_MINUTES * MINUTE

export type PropValue = string | number | boolean

/** An event as a client reported it. */
export type TelemetryEvent = {
  name: string
  time: Date
  /** In the order sent; a name can be anything, even `__proto__`. */
  props: readonly (readonly [name: string, value: PropValue])[]
  /** Without query and fragment, as is the referrer. */
  url: string | null
  referrer: string | null
  user: string | null
  /** Id given by the client, so that the event is accepted once. */
  id: string | null
}

/** An event as it is read from storage. `isTest`: its owner sent it to try the endpoint, and it counts nowhere. */
export type ParsedEvent = TelemetryEvent & { isTest: boolean }

/** Number of events of a name within an hour; hours are counted from 1970. */
export type EventCount = { hour: number; name: string; count: number }

/** Name under which further events are counted once an hour has too many names. */
export const OTHER_NAMES = '(other)'
/** Maximum number of names counted separately within an hour. */
export const MAX_NAMES_PER_HOUR = 100

/** Returns true for a plausible event time; otherwise the time of arrival is used instead. */
export function isCredible(time: Date, now: Date): boolean {
  const age = now.getTime() - time.getTime()
  return age <= MAX_EVENT_AGE_MS && age >= -MAX_EVENT_AHEAD_MS
}

/** Removes the parts of an address that often identify a person: user name, query and fragment. */
export function cutAddress(address: string): string {
  const end = address.search(/[?#]/)
  const cut = end === -1 ? address : address.slice(0, end)
  return cut.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i, '$1//')
}

/** Returns the host that referred to the page of an event; null without one, and for the page's own site. */
export function getSource({ url, referrer }: Pick<TelemetryEvent, 'url' | 'referrer'>): string | null {
  const host = findHost(referrer)
  return host === null || host === findHost(url) ? null : host
}

function findHost(address: string | null): string | null {
  const [, host] = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/]+)/i.exec(address ?? '') ?? []
  return host === undefined ? null : host.toLowerCase().replace(/^www\./, '')
}

/** Returns the length of all strings of an event together. */
export function getTextLength({ name, props, url, referrer, user, id }: TelemetryEvent): number {
  let length = name.length
  for (const text of [url, referrer, user, id]) length += text?.length ?? 0
  for (const [prop, value] of props) length += prop.length + (typeof value === 'string' ? value.length : 0)
  return length
}

/** Returns the hour, counted from 1970, that an instant falls into. */
export function toHour(time: Date): number {
  return Math.floor(time.getTime() / HOUR)
}

/** Returns the first instant of an hour counted from 1970. */
export function startOfHour(hour: number): Date {
  return new Date(hour * HOUR)
}

/** Counts events by hour and name. */
export function countByHour(events: readonly TelemetryEvent[]): EventCount[] {
  const counts = new Map<string, EventCount>()
  for (const { name, time } of events) {
    const hour = toHour(time)
    const key = `${hour} ${name}`
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { hour, name, count: 1 })
  }
  return [...counts.values()]
}

type WrittenEvent = {
  n: string
  t: number
  p?: readonly (readonly [string, PropValue])[]
  u?: string
  r?: string
  s?: string
  i?: string
  /** Set for a test event. */
  x?: 1
}

/** Serializes events for storage; absent values are left out. */
export function stringifyEvents(events: readonly TelemetryEvent[]): string {
  return JSON.stringify(events.map(toWrittenEvent))
}

/** Serializes a test event for storage. */
export function stringifyTestEvent(event: TelemetryEvent): string {
  return JSON.stringify([{ ...toWrittenEvent(event), x: 1 } satisfies WrittenEvent])
}

function toWrittenEvent({ name, time, props, url, referrer, user, id }: TelemetryEvent): WrittenEvent {
  const written: WrittenEvent = { n: name, t: time.getTime() }
  if (props.length > 0) written.p = props
  if (url !== null) written.u = url
  if (referrer !== null) written.r = referrer
  if (user !== null) written.s = user
  if (id !== null) written.i = id
  return written
}

/** Parses what `stringifyEvents` and `stringifyTestEvent` wrote. */
export function parseStoredEvents(text: string): ParsedEvent[] {
  return (JSON.parse(text) as WrittenEvent[]).map(({ n, t, p = [], u, r, s, i, x }) => ({
    name: n,
    time: new Date(t),
    props: p,
    url: u ?? null,
    referrer: r ?? null,
    user: s ?? null,
    id: i ?? null,
    isTest: x === 1,
  }))
}
