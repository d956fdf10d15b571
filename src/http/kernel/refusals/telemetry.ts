import { TELEMETRY } from '../../../domain/endpoints/kinds/telemetry.ts'
import type { RefusalCode } from '../../../domain/refusal.ts'
import { MAX_EVENT_NAME_LENGTH, MAX_EVENTS } from '../../../domain/telemetry/event.ts'
import { type Entry, INVALID, RATE } from './entry.ts'

/** Refusals that only telemetry endpoints answer with. */
export const TELEMETRY_REFUSALS = {
  event_invalid: {
    ...INVALID,
    message: 'The request contains no valid event.',
    hint: `Send {"name":"signup"}, a list of such objects, or {"events":[…]}. A name can have up to ${MAX_EVENT_NAME_LENGTH} characters, props must be flat, and a request can contain up to ${MAX_EVENTS} events.`,
  },
  event_rate: {
    ...RATE,
    message: 'Events are sent or read too fast from this IP address.',
    hint: 'Wait for the time given in Retry-After. Each event counts, not each request. To read new events, use the stream instead of polling.',
  },
  telemetry_frozen: {
    status: 429,
    error: 'event cap reached',
    message: `The endpoint has accepted all ${TELEMETRY.unclaimedCap} events it can before it is confirmed.`,
    hint: 'Retrying does not help. The recipient lifts this limit by following the claim link in the first email and clicking the button on the page behind it.',
  },
} satisfies Partial<Record<RefusalCode, Entry>>
