import {
  getTextLength,
  MAX_EVENT_TEXT_LENGTH,
  MAX_PROP_LENGTH,
  MAX_PROP_NAME_LENGTH,
  MAX_PROPS,
  type PropValue,
  type TelemetryEvent,
} from '../../../domain/telemetry/event.ts'
import { cleanText } from '../../kernel/body/clean-text.ts'

/** A prop; its value is not converted yet when it is unknown. */
export type Prop<Value = PropValue> = readonly [name: string, value: Value]

/** Props of an event as they are collected. `room`: number of characters that further names and texts may have. */
type Collected = { props: Prop[]; maxProps: number; room: number }

/** A part of an event that was not stored as it was sent, although the event was accepted. */
export type EventProblem = { code: 'not_kept' | 'time_replaced'; field: string; message: string }

/** Maximum depth to which a prop is serialized; deeper values become an ellipsis. */
const MAX_DEPTH = 6
/** Maximum number of fields that the problems of one event name; the others are counted. */
const MAX_NAMED_FIELDS = 10

/** Converts the props of our own clients, which read errors: returns the first error instead. Null is no prop. */
export function checkProps(
  entries: Iterable<Prop<unknown>>,
): { kind: 'read'; value: readonly Prop[] } | { kind: 'wrong'; message: string } {
  const collected: Collected = { props: [], maxProps: MAX_PROPS, room: MAX_EVENT_TEXT_LENGTH }
  for (const [name, value] of entries) {
    const message = value === null ? null : addProp(collected, name, value)
    if (message !== null) return { kind: 'wrong', message }
  }
  return { kind: 'read', value: collected.props }
}

/**
 * Adds the fields of an event that have no meaning of their own to its props, like further fields of a form. A field that
 * cannot be a prop is left out and named in a problem: the event is accepted without it.
 *
 * @param extra names and values, in the order sent
 */
export function addExtraProps(
  event: TelemetryEvent,
  extra: Iterable<Prop<unknown>>,
): { event: TelemetryEvent; problems: EventProblem[] } {
  const room = MAX_EVENT_TEXT_LENGTH - getTextLength(event)
  const collected: Collected = { props: [...event.props], maxProps: MAX_PROPS, room }
  const problems: EventProblem[] = []
  let unnamed = 0
  for (const [key, value] of extra) {
    if (value === null || value === undefined) continue
    const name = cleanText(key)
    const isTaken = collected.props.some(([known]) => known === name)
    const message = isTaken ? 'The props already contain this name.' : addProp(collected, key, value)
    if (message === null) continue
    if (problems.length < MAX_NAMED_FIELDS)
      problems.push(notKept(name.slice(0, MAX_PROP_NAME_LENGTH), `Not kept. ${message}`))
    else unnamed += 1
  }
  if (unnamed > 0) problems.push(notKept('', `Further fields were not kept: ${unnamed}.`))
  return { event: { ...event, props: collected.props }, problems }
}

/**
 * Converts the props of a third-party client, which reads no errors: long ones are cut, nested ones are serialized, and those
 * beyond the limits are left out.
 */
export function fitProps(
  entries: Iterable<Prop<unknown>>,
  { maxProps, maxLength }: { maxProps: number; maxLength: number },
): Prop[] {
  const collected: Collected = { props: [], maxProps, room: maxLength }
  for (const [name, value] of entries) {
    if (collected.props.length >= maxProps) break
    addProp(collected, name.slice(0, MAX_PROP_NAME_LENGTH), cutValue(value))
  }
  return collected.props
}

/** Adds a prop. Returns the reason why it cannot be added, as a sentence; null when it was. */
function addProp(collected: Collected, key: string, given: unknown): string | null {
  const { props, maxProps, room } = collected
  const name = cleanText(key)
  const value = toPropValue(given)
  if (name === '' || name.length > MAX_PROP_NAME_LENGTH)
    return `The name of a prop has 1 to ${MAX_PROP_NAME_LENGTH} characters.`
  if (value === null) return 'A prop must be a string, a number or a boolean. Nesting is not supported.'
  const length = typeof value === 'string' ? value.length : 0
  if (length > MAX_PROP_LENGTH) return `A prop has at most ${MAX_PROP_LENGTH} characters.`
  if (props.length >= maxProps) return `An event has at most ${maxProps} props.`
  if (name.length + length > room) return `An event has at most ${MAX_EVENT_TEXT_LENGTH} characters in total.`
  props.push([name, value])
  collected.room -= name.length + length
  return null
}

/** Converts a value to that of a prop; null for anything nested. */
function toPropValue(value: unknown): PropValue | null {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'boolean' ? value : null
}

/** Cuts a text, and serializes a nested value. */
function cutValue(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_PROP_LENGTH)
  if (typeof value !== 'object' || value === null) return value
  return serialize(value, MAX_DEPTH).slice(0, MAX_PROP_LENGTH)
}

/** Serializes a value as JSON down to `depth`, so that deep nesting costs nothing. */
function serialize(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth === 0) return '"…"'
  if (Array.isArray(value)) return `[${value.map((one) => serialize(one, depth - 1)).join(',')}]`
  const entries = Object.entries(value)
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${serialize(one, depth - 1)}`).join(',')}}`
}

function notKept(field: string, message: string): EventProblem {
  return { code: 'not_kept', field, message }
}
