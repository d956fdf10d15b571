import type { FastifyRequest } from 'fastify'
import type { AcceptEventsAnswer, EventDryRun } from '../../../actions/telemetry/accept-events.ts'
import type { Refusal, RefusalCode, Refused } from '../../../domain/refusal.ts'
import type { TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { answerTo } from '../../kernel/refusals.ts'
import type { PublicOperation } from '../../kernel/register-route.ts'
import type { RequestHead } from '../../kernel/request.ts'
import { type Answer, JSON_HEADERS } from '../../kernel/respond.ts'
import { TELEMETRY_ID } from '../../schema/parameters.ts'
import type { EventBody } from './event-body.ts'
import type { EventProblem } from './props.ts'

/** Body that is described by its vendor. */
export const ANY_JSON = { 'application/json': { schema: { type: 'object' } } }

/** Refusals that third-party clients receive as a success, because they would retry for days; the events are dropped. */
export const QUOTA_REFUSALS: readonly RefusalCode[] = ['telemetry_frozen', 'monthly_quota']

/** The error of one event in a request. */
export type BadEvent = { index: number; field: string; message: string }

/** `problems`: parts of accepted events that were not stored as they were sent. */
export type ReadEvents = {
  kind: 'read'
  events: TelemetryEvent[]
  bad: BadEvent[]
  problems: ({ index: number } & EventProblem)[]
}

/** Collects the events of a request, and an error for each that could not be read: null. */
export function toReadEvents(
  events: readonly (TelemetryEvent | null)[],
  { field, message }: { field: string; message: string },
): ReadEvents {
  return {
    kind: 'read',
    events: events.flatMap((event) => event ?? []),
    bad: events.flatMap((event, index): BadEvent[] => (event ? [] : [{ index, field, message }])),
    problems: [],
  }
}

/** Request and response format of a kind of clients. */
export type EventProtocol = {
  /** Path below the address of the endpoint. */
  path: string
  /** Other paths with the same protocol, which are left out of the API reference. */
  aliases?: readonly string[]
  /** Declaration of the route. */
  operation: PublicOperation
  /** Maximum size of a body in bytes, also when decompressed. */
  maxBytes: number
  /** Supported types of bodies. */
  types: readonly EventBody['type'][]
  /** Returns a substitute for the body of requests that have none. */
  createBody?: (request: RequestHead) => EventBody
  read(body: EventBody, now: Date): ReadEvents | Refused
  accepted(accepted: AcceptEventsAnswer, read: Pick<ReadEvents, 'bad' | 'problems'>): Answer
  dryRun(dryRun: EventDryRun, read: Omit<ReadEvents, 'kind'>): Answer
  refusal(refusal: Refusal, context: RefusalContext): Answer
}

/** Accepts the events of a request; the answer has the format of the protocol. */
export type AcceptEvents = (
  request: FastifyRequest,
  endpointId: string,
  protocol: EventProtocol,
) => Promise<Answer>

/** The refused request. `count`: number of its events, as far as it could be parsed. */
export type RefusalContext = { requestId: string; dryRun: boolean; bad: readonly BadEvent[]; count: number }

/** Returns an answer in JSON. */
export function jsonAnswer(status: number, body: unknown): Answer {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) }
}

/** Returns a refusal in the common error shape, with the errors of the events, and with `more` for a kind of clients. */
export function toRefusalAnswer(
  refusal: Refusal,
  { requestId, dryRun, bad }: RefusalContext,
  more: object = {},
): Answer {
  const { status, retryAfterSeconds, body } = answerTo(refusal, requestId)
  const errors = refusal.code === 'event_invalid' && bad.length > 0 ? { errors: bad.map(toEventError) } : {}
  const answer = jsonAnswer(status, { ...body, ...errors, ...(dryRun ? { dry_run: true } : {}), ...more })
  const headers = {
    ...answer.headers,
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(status === 415 ? { 'accept-post': ACCEPTED } : {}),
  }
  return { ...answer, headers, refusalCode: refusal.code }
}

const ACCEPTED = 'application/json, text/plain, application/x-ndjson, application/x-www-form-urlencoded'

/** Returns the error of an event as JSON. */
export function toEventError({ index, field, message }: BadEvent) {
  return { index, code: 'event_invalid' as const, ...(field === '' ? {} : { field }), message }
}

/** Returns a problem of an event as JSON. */
export function toProblemBody({ index, code, field, message }: ReadEvents['problems'][number]) {
  return { index, code, ...(field === '' ? {} : { field }), message }
}

/** Returns the answer to a dry run. */
export function dryRunAnswer(dryRun: EventDryRun, read: Omit<ReadEvents, 'kind'>): Answer {
  const { state, wouldAccept, wouldSendClaimEmail, duplicates } = dryRun
  return jsonAnswer(200, {
    dry_run: true,
    would_succeed: true,
    would_accept: wouldAccept,
    would_reject: read.bad.length + read.events.length - duplicates - wouldAccept,
    would_skip: duplicates,
    claim_status: { state, claimed: state === 'claimed', would_send_claim_email: wouldSendClaimEmail },
    events: read.events.map(eventBody),
    problems: [...read.bad.map(toEventError), ...read.problems.map(toProblemBody)],
  })
}

/** Returns an event as JSON. */
export function eventBody({ name, time, props, url, referrer, user, id }: TelemetryEvent) {
  return {
    name,
    time: time.toISOString(),
    props: Object.fromEntries(props),
    url,
    referrer,
    user,
    client_id: id,
  }
}

/** Declares the POST of a third-party client, which sends JSON. */
export function foreignOperation(
  own: Pick<PublicOperation, 'operationId' | 'summary' | 'description' | 'answers' | 'refusalSchemas'>,
): PublicOperation {
  return {
    ...own,
    tag: 'events',
    parameters: [TELEMETRY_ID],
    body: ANY_JSON,
    refuses: ['event_invalid', 'endpoint_not_found'],
  }
}
