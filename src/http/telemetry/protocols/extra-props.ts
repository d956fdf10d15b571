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

/** A part of an event that was not stored as it was sent, although the event was accepted. */
export type EventProblem = { code: 'not_kept' | 'time_replaced'; field: string; message: string }

/** Maximum number of fields that the problems of one event name; the others are counted. */
const MAX_NAMED_FIELDS = 10

/**
 * Adds the fields of an event that have no meaning of their own to its props, like further fields of a form. A field that
 * cannot be a prop is left out and named in a problem: the event is accepted without it.
 *
 * @param extra names and values, in the order sent
 */
export function addExtraProps(
  event: TelemetryEvent,
  extra: readonly (readonly [name: string, value: unknown])[],
): { event: TelemetryEvent; problems: EventProblem[] } {
  const names = new Set(event.props.map(([name]) => name))
  const props = [...event.props]
  const problems: EventProblem[] = []
  let unnamed = 0
  let room = MAX_EVENT_TEXT_LENGTH - getTextLength(event)
  for (const [key, value] of extra) {
    if (value === null || value === undefined) continue
    const name = cleanText(key)
    const prop = toPropValue(value)
    const length = name.length + (typeof prop === 'string' ? prop.length : 0)
    const obstacle = findObstacle({ name, prop, isFull: props.length >= MAX_PROPS, isTaken: names.has(name) })
    if (prop !== null && obstacle === null && length <= room) {
      names.add(name)
      props.push([name, prop])
      room -= length
    } else if (problems.length < MAX_NAMED_FIELDS) {
      const message = obstacle ?? `an event has at most ${MAX_EVENT_TEXT_LENGTH} characters in total`
      problems.push(notKept(name.slice(0, MAX_PROP_NAME_LENGTH), `Not kept: ${message}.`))
    } else unnamed += 1
  }
  if (unnamed > 0) problems.push(notKept('', `Further fields were not kept: ${unnamed}.`))
  return { event: { ...event, props }, problems }
}

/** Converts a value to that of a prop; null for anything nested. */
function toPropValue(value: unknown): PropValue | null {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'boolean' ? value : null
}

/** Returns the reason why a field cannot become a prop; null for one that can. */
function findObstacle(field: {
  name: string
  prop: PropValue | null
  isFull: boolean
  isTaken: boolean
}): string | null {
  const { name, prop, isFull, isTaken } = field
  if (name === '' || name.length > MAX_PROP_NAME_LENGTH)
    return `the name of a prop has 1 to ${MAX_PROP_NAME_LENGTH} characters`
  if (isTaken) return 'props contains the same name'
  if (prop === null) return 'a prop must be a string, a number or a boolean, and nothing nested'
  if (typeof prop === 'string' && prop.length > MAX_PROP_LENGTH)
    return `a prop has at most ${MAX_PROP_LENGTH} characters`
  return isFull ? `an event has at most ${MAX_PROPS} props` : null
}

function notKept(field: string, message: string): EventProblem {
  return { code: 'not_kept', field, message }
}
