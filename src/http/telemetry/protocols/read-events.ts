import { type Refused, refused } from '../../../domain/refusal.ts'
import { MAX_EVENTS } from '../../../domain/telemetry/event.ts'
import { checkMistakenJson } from '../../kernel/body/mistaken-json.ts'
import { parseUrlencoded } from '../../kernel/body/urlencoded.ts'
import { type EventBody, parseJson, parseLines } from './event-body.ts'
import { isPlausibleEvent, parsePlausibleEvent } from './plausible.ts'
import type { ReadEvents } from './protocol.ts'
import { EVENT_FIELDS, isObject, own, readEvent } from './read-event.ts'

/** Fields of a form with a meaning; all others are props. */
const FIELDS: readonly string[] = [...EVENT_FIELDS.filter((field) => field !== 'props'), 'timestamp']
const TIMES: readonly string[] = ['time', 'timestamp']

/** Parses the events of a body: one, a list, `{"events":[…]}`, lines, or a form. */
export function readEvents(body: EventBody, now: Date): ReadEvents | Refused {
  const raw = listRaw(body)
  if (raw.kind === 'refused') return raw
  const { list } = raw
  if (list.length === 0) return refused({ code: 'event_invalid', message: 'The request contains no event.' })
  if (list.length > MAX_EVENTS)
    return refused({ code: 'event_invalid', message: `A request holds at most ${MAX_EVENTS} events.` })
  const read: ReadEvents = { kind: 'read', events: [], bad: [], problems: [] }
  for (const [index, one] of list.entries()) {
    if (isPlausibleEvent(one)) {
      read.events.push(parsePlausibleEvent(one, now))
      continue
    }
    const event = readEvent(one, now)
    if (event.kind === 'bad') {
      read.bad.push({ index, field: event.field, message: event.message })
      continue
    }
    read.events.push(event.event)
    for (const problem of event.problems) read.problems.push({ index, ...problem })
  }
  return read
}

function listRaw(body: EventBody): { kind: 'raw'; list: unknown[] } | Refused {
  switch (body.type) {
    case 'lines':
      // One line beyond the maximum shows that there are too many; malformed lines are expensive to parse.
      return { kind: 'raw', list: parseLines(body.bytes, MAX_EVENTS + 1) }
    case 'protobuf':
      return refused({ code: 'unsupported_media_type' })
    case 'urlencoded': {
      const mistaken = checkMistakenJson(body.bytes)
      return mistaken ? refused(mistaken) : { kind: 'raw', list: [fromForm(body.bytes)] }
    }
    case 'json': {
      const parsed = parseJson(body.bytes)
      if (parsed.kind === 'refused') return parsed
      const { value } = parsed
      if (Array.isArray(value)) return { kind: 'raw', list: value }
      const events = isObject(value) ? own(value, 'events') : undefined
      if (Array.isArray(events)) return { kind: 'raw', list: events }
      return { kind: 'raw', list: [value] }
    }
  }
}

/** Converts a form to an event. The first field of a name counts; a numeric time is milliseconds. */
function fromForm(bytes: Buffer): unknown {
  const fields = new Map<string, unknown>()
  const props = new Map<string, string>()
  for (const { name, value } of parseUrlencoded(bytes)) {
    const text = String(value)
    if (!FIELDS.includes(name)) {
      if (!props.has(name)) props.set(name, text)
    } else if (!fields.has(name)) {
      fields.set(name, TIMES.includes(name) && /^\d+$/.test(text) ? Number(text) : text)
    }
  }
  return Object.fromEntries([...fields, ['props', Object.fromEntries(props)]])
}
