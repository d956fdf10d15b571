import {
  cutAddress,
  isCredible,
  MAX_EVENT_ADDRESS_LENGTH,
  MAX_EVENT_ID_LENGTH,
  MAX_EVENT_NAME_LENGTH,
  MAX_EVENT_TEXT_LENGTH,
  MAX_EVENT_USER_LENGTH,
  MAX_PROPS,
  type TelemetryEvent,
} from '../../../domain/telemetry/event.ts'
import { cleanText } from '../../kernel/body/clean-text.ts'
import { fitProps, type Prop } from './props.ts'

/** Maximum length of all props: that of an event minus its other texts at their maximum. */
const MAX_PROPS_TEXT =
  MAX_EVENT_TEXT_LENGTH -
  MAX_EVENT_NAME_LENGTH -
  2 * MAX_EVENT_ADDRESS_LENGTH -
  MAX_EVENT_USER_LENGTH -
  MAX_EVENT_ID_LENGTH

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
 * Converts an event of a third-party client, which reads no errors: long texts are cut, and props are made to fit.
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
    props: fitProps(raw.props ?? [], { maxProps, maxLength: MAX_PROPS_TEXT }),
    url: url === null ? null : cutAddress(url),
    referrer: referrer === null ? null : cutAddress(referrer),
    user: toText(raw.user, MAX_EVENT_USER_LENGTH),
    id: toText(raw.id, MAX_EVENT_ID_LENGTH),
  }
}

function toText(value: unknown, most: number): string | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  return typeof text === 'string' && text !== '' ? cleanText(text.slice(0, most)) : null
}
