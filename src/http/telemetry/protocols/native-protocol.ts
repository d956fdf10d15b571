import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import { MAX_EVENT_BYTES } from '../../../domain/telemetry/event.ts'
import { answerTo } from '../../kernel/refusals.ts'
import type { PublicOperation } from '../../kernel/register-route.ts'
import type { Answer } from '../../kernel/respond.ts'
import {
  AcceptedEvents,
  type AcceptedEventsBody,
  EventsDryRun,
  RefusedEvents,
  SentEvent,
} from '../../schema/event-schemas.ts'
import { referenceTo } from '../../schema/named-schemas.ts'
import { DRY_RUN, IDEMPOTENCY_KEY, TELEMETRY_ID } from '../../schema/parameters.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  jsonAnswer,
  type ReadEvents,
  toEventError,
  toProblemBody,
  toRefusalAnswer,
} from './protocol.ts'
import { readEvents } from './read-events.ts'

const EXAMPLE = { name: 'signup', props: { plan: 'pro' } }
const EXAMPLE_DRY_RUN = {
  dry_run: true,
  would_succeed: true,
  would_accept: 1,
  would_reject: 0,
  would_skip: 0,
  claim_status: { state: 'unclaimed', claimed: false, would_send_claim_email: true },
  events: [{ name: 'signup', time: '2026-11-20T10:00:00.000Z', props: { plan: 'pro' } }],
  problems: [],
}
const OPERATION: PublicOperation = {
  operationId: 'sendEvents',
  summary: 'Send events.',
  description:
    'One event, a list, or {"events":[…]}; at most 100 events and 64 KiB, also when decompressed. Content-Encoding gzip is ' +
    'allowed. No cookie is set and no client address is stored; with Sec-GPC: 1 neither user nor referrer is.',
  tag: 'events',
  parameters: [TELEMETRY_ID, DRY_RUN, IDEMPOTENCY_KEY],
  body: {
    'application/json': { schema: manyEvents(), example: [EXAMPLE] },
    'text/plain': { schema: manyEvents(), example: [EXAMPLE] },
    'application/x-ndjson': { schema: { type: 'string' } },
    'application/x-www-form-urlencoded': { schema: SentEvent, example: EXAMPLE },
  },
  answers: {
    202: {
      description: 'Stored and flushed to disk, as far as the response says.',
      schema: AcceptedEvents,
      example: { ok: true, accepted: 1 },
      headers: ['Idempotent-Replayed'],
    },
    200: { description: 'A dry run: what would happen.', schema: EventsDryRun, example: EXAMPLE_DRY_RUN },
  },
  refuses: [
    'event_invalid',
    'endpoint_not_found',
    'endpoint_expired',
    'endpoint_retired',
    'endpoint_suspended',
    'telemetry_frozen',
    'monthly_quota',
    'event_rate',
    'submit_rate',
  ],
  // The refusal may contain the error of each event.
  refusalSchemas: { 400: RefusedEvents },
}

/** Protocol of our own clients: `POST /t/{id}`. */
export const NATIVE: EventProtocol = {
  path: '',
  operation: OPERATION,
  maxBytes: MAX_EVENT_BYTES,
  types: ['json', 'lines', 'urlencoded'],
  read: readEvents,
  accepted,
  dryRun: dryRunAnswer,
  refusal: toRefusalAnswer,
}

function accepted(
  { accepted, duplicates, beyond }: AcceptEventsAnswer,
  { bad, problems }: Pick<ReadEvents, 'bad' | 'problems'>,
): Answer {
  const rejected = bad.length + (beyond?.count ?? 0)
  const errors = [...bad.map(toEventError), ...(beyond ? [toQuotaError(beyond)] : [])]
  const replaced = problems.filter(({ code }) => code === 'time_replaced')
  const left = problems.filter(({ code }) => code === 'not_kept')
  const body: AcceptedEventsBody = {
    ok: true,
    accepted,
    ...(duplicates > 0 ? { duplicates } : {}),
    ...(rejected > 0 ? { rejected, errors } : {}),
    ...(replaced.length > 0
      ? { warnings: replaced.map(({ index, field, message }) => ({ index, field, message })) }
      : {}),
    ...(left.length > 0 ? { problems: left.map(toProblemBody) } : {}),
  }
  return jsonAnswer(202, body)
}

/** Returns the error for the last events of the request, which exceeded the quota. */
function toQuotaError({ refusal }: NonNullable<AcceptEventsAnswer['beyond']>) {
  const { code, message } = answerTo(refusal, '').body
  return { code, message }
}

function manyEvents() {
  const event = referenceTo(SentEvent)
  const list = { type: 'array', items: event }
  return { anyOf: [event, list, { type: 'object', properties: { events: list } }] }
}
