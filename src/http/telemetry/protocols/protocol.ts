import type { FastifyRequest } from 'fastify'
import type { AcceptEventsAnswer, EventDryRun } from '../../../actions/telemetry/accept-events.ts'
import type { Refusal, RefusalCode } from '../../../domain/refusal.ts'
import type { TelemetryEvent } from '../../../domain/telemetry/event.ts'
import { answerTo } from '../../kernel/refusals.ts'
import type { PublicOperation } from '../../kernel/register-route.ts'
import type { RequestHead } from '../../kernel/request.ts'
import { type Answer, JSON_HEADERS } from '../../kernel/respond.ts'
import type { EventBody } from './event-body.ts'

/** Told by a success to clients that would send the same for days: what finds no room is dropped. */
export const USED_UP: readonly RefusalCode[] = ['telemetry_frozen', 'monthly_quota']

/** What is wrong with one event of many. */
export type BadEvent = { index: number; field: string; message: string }

/** `late`: those whose time could not be right. */
export type ReadEvents = { kind: 'read'; events: TelemetryEvent[]; bad: BadEvent[]; late: number[] }

/** How clients of one make send events, and what they are answered. */
export type EventProtocol = {
  /** Below the address of the endpoint. */
  path: string
  /** The declaration of its route. */
  operation: PublicOperation
  /** Bytes of a body, also once it is unpacked. */
  most: number
  /** The types of bodies that it takes. */
  types: readonly EventBody['type'][]
  /** For those that send none: what stands for the body. */
  bodyOf?: (request: RequestHead) => EventBody
  read(body: EventBody, now: Date): ReadEvents | { kind: 'refused'; refusal: Refusal }
  taken(taken: AcceptEventsAnswer, read: Pick<ReadEvents, 'bad' | 'late'>): Answer
  dryRun(dryRun: EventDryRun, read: Omit<ReadEvents, 'kind'>): Answer
  refusal(refusal: Refusal, about: Refused): Answer
}

/** Accepts the events of a request; the answer is that of the protocol. */
export type AcceptEvents = (
  request: FastifyRequest,
  endpointId: string,
  protocol: EventProtocol,
) => Promise<Answer>

/** `count`: how many events were in it, as far as they could be read. */
export type Refused = { requestId: string; dryRun: boolean; bad: readonly BadEvent[]; count: number }

/** An answer in JSON, whatever its shape. */
export function jsonAnswer(status: number, body: unknown): Answer {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(body) }
}

/** A refusal in the one error shape, with what is wrong with each event where there were many. */
export function refusedEvents(refusal: Refusal, { requestId, dryRun, bad }: Refused): Answer {
  const { status, retryAfterSeconds, body } = answerTo(refusal, requestId)
  const errors = refusal.code === 'event_invalid' && bad.length > 0 ? { errors: bad.map(errorOf) } : {}
  const answer = jsonAnswer(status, { ...body, ...errors, ...(dryRun ? { dry_run: true } : {}) })
  const headers = {
    ...answer.headers,
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(status === 415 ? { 'accept-post': ACCEPTED } : {}),
  }
  return { ...answer, headers }
}

const ACCEPTED = 'application/json, text/plain, application/x-ndjson, application/x-www-form-urlencoded'

/** What is wrong with an event, as answers tell it. */
export function errorOf({ index, field, message }: BadEvent) {
  return { index, code: 'event_invalid' as const, ...(field === '' ? {} : { field }), message }
}

/** What a dry run of events answers. */
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
    problems: read.bad.map(errorOf),
  })
}

/** An event as it is told. */
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
