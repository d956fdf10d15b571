import {
  cutAddress,
  isCredible,
  MAX_EVENT_ADDRESS_LENGTH,
  MAX_EVENT_ID_LENGTH,
  MAX_EVENT_NAME_LENGTH,
  MAX_EVENT_TEXT_LENGTH,
  MAX_EVENT_USER_LENGTH,
  MAX_PROP_LENGTH,
  MAX_PROP_NAME_LENGTH,
  MAX_PROPS,
  type PropValue,
  type TelemetryEvent,
} from '../../../domain/telemetry/event.ts'
import { cleanText } from '../../kernel/body/clean-text.ts'

/** How deep what stands in a prop is written out; beyond, an ellipsis. */
const MAX_DEPTH = 6
/** What an event may have in all, without its other texts at their longest. */
const MAX_PROPS_TEXT =
  MAX_EVENT_TEXT_LENGTH -
  MAX_EVENT_NAME_LENGTH -
  2 * MAX_EVENT_ADDRESS_LENGTH -
  MAX_EVENT_USER_LENGTH -
  MAX_EVENT_ID_LENGTH

/** What a client of somebody else's sent, as far as it was understood. */
export type LooseEvent = {
  name: unknown
  time?: Date | null
  props?: Iterable<readonly [string, unknown]>
  url?: unknown
  referrer?: unknown
  user?: unknown
  id?: unknown
}

/**
 * An event of clients that were not made for us and read no errors: what is too long is cut, what is nested is written as
 * text, what is too much is left out.
 */
export function looseEvent(raw: LooseEvent, standIn: { name: string; now: Date }): TelemetryEvent {
  const { now } = standIn
  const name = textOf(raw.name, MAX_EVENT_NAME_LENGTH)?.trim() || standIn.name
  const url = textOf(raw.url, MAX_EVENT_ADDRESS_LENGTH)
  const referrer = textOf(raw.referrer, MAX_EVENT_ADDRESS_LENGTH)
  return {
    name,
    time: raw.time && isCredible(raw.time, now) ? raw.time : now,
    props: propsOf(raw.props ?? []),
    url: url === null ? null : cutAddress(url),
    referrer: referrer === null ? null : cutAddress(referrer),
    user: textOf(raw.user, MAX_EVENT_USER_LENGTH),
    id: textOf(raw.id, MAX_EVENT_ID_LENGTH),
  }
}

function propsOf(entries: Iterable<readonly [string, unknown]>): [string, PropValue][] {
  const props: [string, PropValue][] = []
  let room = MAX_PROPS_TEXT
  for (const [name, value] of entries) {
    if (props.length >= MAX_PROPS) break
    const prop = propOf(value)
    const called = cleanText(name.slice(0, MAX_PROP_NAME_LENGTH))
    if (prop === null || called === '') continue
    room -= called.length + (typeof prop === 'string' ? prop.length : 0)
    if (room < 0) break
    props.push([called, prop])
  }
  return props
}

function propOf(value: unknown): PropValue | null {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return cleanText(value.slice(0, MAX_PROP_LENGTH))
  if (value === null || value === undefined) return null
  return cleanText(writtenOut(value, MAX_DEPTH).slice(0, MAX_PROP_LENGTH))
}

/** As JSON, without going deeper than anybody reads: whoever nests a thousand deep shall not make us follow. */
function writtenOut(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth === 0) return '"…"'
  if (Array.isArray(value)) return `[${value.map((one) => writtenOut(one, depth - 1)).join(',')}]`
  const entries = Object.entries(value)
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${writtenOut(one, depth - 1)}`).join(',')}}`
}

function textOf(value: unknown, most: number): string | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof text === 'string' && text !== '' ? cleanText(text.slice(0, most)) : null
}
