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

/** Maximum depth to which a prop is serialized; deeper values become an ellipsis. */
const MAX_DEPTH = 6
/** Maximum length of all props: that of an event minus its other texts at their maximum. */
const MAX_PROPS_TEXT =
  MAX_EVENT_TEXT_LENGTH -
  MAX_EVENT_NAME_LENGTH -
  2 * MAX_EVENT_ADDRESS_LENGTH -
  MAX_EVENT_USER_LENGTH -
  MAX_EVENT_ID_LENGTH

/** A prop; its value is not converted yet when it is unknown. */
export type Prop<Value = PropValue> = readonly [name: string, value: Value]

/** The parts of an event of a third-party client. */
type LooseEvent = {
  name: unknown
  time?: Date | null
  props?: Iterable<Prop<unknown>>
  url?: unknown
  referrer?: unknown
  user?: unknown
  id?: unknown
}

/**
 * Converts an event of a third-party client, which reads no errors: long texts are cut, nested values are serialized, and
 * props beyond the limits are left out.
 */
export function toEvent(
  raw: LooseEvent,
  defaults: { name: string; now: Date; maxProps?: number },
): TelemetryEvent {
  const { now, maxProps = MAX_PROPS } = defaults
  const name = toText(raw.name, MAX_EVENT_NAME_LENGTH)?.trim() || defaults.name
  const url = toText(raw.url, MAX_EVENT_ADDRESS_LENGTH)
  const referrer = toText(raw.referrer, MAX_EVENT_ADDRESS_LENGTH)
  return {
    name,
    time: raw.time && isCredible(raw.time, now) ? raw.time : now,
    props: toProps(raw.props ?? [], { maxProps, maxLength: MAX_PROPS_TEXT }),
    url: url === null ? null : cutAddress(url),
    referrer: referrer === null ? null : cutAddress(referrer),
    user: toText(raw.user, MAX_EVENT_USER_LENGTH),
    id: toText(raw.id, MAX_EVENT_ID_LENGTH),
  }
}

/** Converts props up to a number and a length of all; one that is too long for the rest is left out. */
export function toProps(
  entries: Iterable<Prop<unknown>>,
  { maxProps, maxLength }: { maxProps: number; maxLength: number },
): Prop[] {
  const props: Prop[] = []
  let room = maxLength
  for (const [name, value] of entries) {
    if (props.length >= maxProps) break
    const prop = toProp(value)
    const propName = cleanText(name.slice(0, MAX_PROP_NAME_LENGTH))
    if (prop === null || propName === '') continue
    const length = propName.length + (typeof prop === 'string' ? prop.length : 0)
    if (length > room) continue
    room -= length
    props.push([propName, prop])
  }
  return props
}

function toProp(value: unknown): PropValue | null {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string') return cleanText(value.slice(0, MAX_PROP_LENGTH))
  if (value === null || value === undefined) return null
  return cleanText(serialize(value, MAX_DEPTH).slice(0, MAX_PROP_LENGTH))
}

/** Serializes a value as JSON down to `depth`, so that deep nesting costs nothing. */
function serialize(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth === 0) return '"…"'
  if (Array.isArray(value)) return `[${value.map((one) => serialize(one, depth - 1)).join(',')}]`
  const entries = Object.entries(value)
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${serialize(one, depth - 1)}`).join(',')}}`
}

function toText(value: unknown, most: number): string | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof text === 'string' && text !== '' ? cleanText(text.slice(0, most)) : null
}
