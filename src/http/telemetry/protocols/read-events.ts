import type { Refusal } from '../../../domain/refusal.ts'
import { MAX_EVENTS } from '../../../domain/telemetry/event.ts'
import { checkMistakenJson } from '../../kernel/body/mistaken-json.ts'
import { parseUrlencoded } from '../../kernel/body/urlencoded.ts'
import { type EventBody, parsedLines, parseJson } from './event-body.ts'
import { isPlausible, plausibleEvent } from './plausible.ts'
import type { ReadEvents } from './protocol.ts'
import { isObject, own, readEvent } from './read-event.ts'

/** Fields of an event; in a form every other one is a prop. */
const FIELDS: readonly string[] = ['name', 'time', 'url', 'referrer', 'user', 'id']

/** The events of a body: one, a list, `{"events":[…]}`, lines, or a form. */
export function readEvents(body: EventBody, now: Date): ReadEvents | { kind: 'refused'; refusal: Refusal } {
  const raw = rawIn(body)
  if (raw.kind === 'refused') return raw
  const { list } = raw
  if (list.length === 0) return refused('The request contains no event.')
  if (list.length > MAX_EVENTS) return refused(`A request holds at most ${MAX_EVENTS} events.`)
  const read: ReadEvents = { kind: 'read', events: [], bad: [], late: [] }
  for (const [index, one] of list.entries()) {
    if (isPlausible(one)) {
      read.events.push(plausibleEvent(one, now))
      continue
    }
    const event = readEvent(one, now)
    if (event.kind === 'bad') {
      read.bad.push({ index, field: event.field, message: event.message })
      continue
    }
    read.events.push(event.event)
    if (event.late) read.late.push(index)
  }
  return read
}

function rawIn(body: EventBody): { kind: 'raw'; list: unknown[] } | { kind: 'refused'; refusal: Refusal } {
  switch (body.type) {
    case 'lines':
      // One more than may be shows that there are too many; each that is no JSON costs as much as many that are.
      return { kind: 'raw', list: parsedLines(body.bytes, MAX_EVENTS + 1) }
    case 'urlencoded': {
      const mistaken = checkMistakenJson(body.bytes)
      return mistaken ? { kind: 'refused', refusal: mistaken } : { kind: 'raw', list: [fromForm(body.bytes)] }
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

/** The fields of a form as an event. The first of a name counts; a time of digits is milliseconds. */
function fromForm(bytes: Buffer): unknown {
  const fields = new Map<string, unknown>()
  const props = new Map<string, string>()
  for (const { name, value } of parseUrlencoded(bytes)) {
    const text = String(value)
    if (!FIELDS.includes(name)) {
      if (!props.has(name)) props.set(name, text)
    } else if (!fields.has(name)) {
      fields.set(name, name === 'time' && /^\d+$/.test(text) ? Number(text) : text)
    }
  }
  return Object.fromEntries([...fields, ['props', Object.fromEntries(props)]])
}

function refused(message: string): { kind: 'refused'; refusal: Refusal } {
  return { kind: 'refused', refusal: { code: 'event_invalid', message } }
}
