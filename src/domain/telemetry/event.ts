import { DAY, HOUR, MINUTE } from '../time.ts'

/** What one request may hold, also once it is unpacked. */
export const MAX_EVENTS = 100
export const MAX_EVENT_BYTES = 64 * 1024
/** The same for logs of OpenTelemetry, whose clients send up to 512 records at once. */
export const MAX_LOG_RECORDS = 512
export const MAX_LOG_BYTES = 512 * 1024

/** Characters. */
export const MAX_EVENT_NAME_LENGTH = 120
export const MAX_PROPS = 30
export const MAX_PROP_NAME_LENGTH = 64
export const MAX_PROP_LENGTH = 2000
export const MAX_EVENT_ADDRESS_LENGTH = 2000
export const MAX_EVENT_USER_LENGTH = 128
export const MAX_EVENT_ID_LENGTH = 128

/** All texts of an event together: what strangers store is bounded by it. */
export const MAX_EVENT_TEXT_LENGTH = 16 * 1024

/** An event with the `id` of one that came within this time is the same one. */
export const EVENT_ID_HOURS = 24
/** A time further back, or further ahead, is that of a wrong clock. */
export const MAX_EVENT_AGE_MS = 7 * DAY
export const MAX_EVENT_AHEAD_MS = 5 * MINUTE

export type PropValue = string | number | boolean

/** Something that happened, as a program told it. */
export type TelemetryEvent = {
  name: string
  /** When it happened. */
  time: Date
  /** In the order sent; a name may be anything, `__proto__` too. */
  props: readonly (readonly [name: string, value: PropValue])[]
  /** Without query and fragment, as is the referrer. */
  url: string | null
  referrer: string | null
  user: string | null
  /** What its sender calls it, so that it is taken once. */
  id: string | null
}

/** How many events of a name happened within an hour, which is counted from 1970. */
export type EventCount = { hour: number; name: string; count: number }

/** What stands for all further names of an hour that has known too many. */
export const OTHER_NAMES = '(other)'
/** Names that are counted apart within an hour. */
export const MAX_NAMES_PER_HOUR = 100

/** Whether the clock that told this time can be believed; the time of arrival stands in for one that cannot. */
export function isCredible(time: Date, now: Date): boolean {
  const age = now.getTime() - time.getTime()
  return age <= MAX_EVENT_AGE_MS && age >= -MAX_EVENT_AHEAD_MS
}

/** An address without what often names a person: user name, query and fragment. */
export function cutAddress(address: string): string {
  const end = address.search(/[?#]/)
  const cut = end === -1 ? address : address.slice(0, end)
  return cut.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/i, '$1//')
}

/** The characters of all its texts together. */
export function getTextLength({ name, props, url, referrer, user, id }: TelemetryEvent): number {
  let length = name.length
  for (const text of [url, referrer, user, id]) length += text?.length ?? 0
  for (const [prop, value] of props) length += prop.length + (typeof value === 'string' ? value.length : 0)
  return length
}

/** The hour that an event counts in. */
export function toHour(time: Date): number {
  return Math.floor(time.getTime() / HOUR)
}

/** The first instant of an hour that is counted from 1970. */
export function startOfHour(hour: number): Date {
  return new Date(hour * HOUR)
}

/** How many of each name happened in each hour. */
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
}

/** Events as the text that is stored: what an event has not stands not in it. */
export function stringifyEvents(events: readonly TelemetryEvent[]): string {
  return JSON.stringify(
    events.map((event): WrittenEvent => {
      const { name, time, props, url, referrer, user, id } = event
      const written: WrittenEvent = { n: name, t: time.getTime() }
      if (props.length > 0) written.p = props
      if (url !== null) written.u = url
      if (referrer !== null) written.r = referrer
      if (user !== null) written.s = user
      if (id !== null) written.i = id
      return written
    }),
  )
}

/** The events that such a text holds. */
export function parseStoredEvents(text: string): TelemetryEvent[] {
  return (JSON.parse(text) as WrittenEvent[]).map(({ n, t, p = [], u, r, s, i }) => ({
    name: n,
    time: new Date(t),
    props: p,
    url: u ?? null,
    referrer: r ?? null,
    user: s ?? null,
    id: i ?? null,
  }))
}
