import { TELEMETRY } from '../../../domain/endpoints/kinds/telemetry.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { MAX_EVENT_NAME_LENGTH, MAX_EVENTS } from '../../../domain/telemetry/event.ts'
import { type Entry, INVALID, RATE } from './entry.ts'

/** What only telemetry endpoints answer. */
export const TELEMETRY_REFUSALS = {
  event_invalid: {
    ...INVALID,
    message: 'There is no event in it that could be taken.',
    hint: `Send {"name":"signup"}, a list of such, or {"events":[…]}; a name has at most ${MAX_EVENT_NAME_LENGTH} characters, props are flat, and a request holds at most ${MAX_EVENTS} events.`,
  },
  event_rate: {
    ...RATE,
    message: 'This address sends or reads events too fast.',
    hint: 'Wait as long as Retry-After says; send many events with one request, and follow the stream instead of asking.',
  },
  telemetry_frozen: {
    status: 429,
    error: 'event cap reached',
    message: `The unclaimed endpoint has taken the ${TELEMETRY.unclaimedCap} events of its life.`,
    hint: 'Waiting does not help: the recipient must follow the claim link in the first email.',
  },
} satisfies Partial<Record<RefusalCode, Entry>>
