import type { FastifyRequest } from 'fastify'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import { EVENT_RATE_FACTOR, MAX_LOG_RECORDS, type TelemetryEvent } from '../../domain/telemetry/event.ts'
import { isBrowser, type Visitor } from '../../domain/telemetry/visitor.ts'
import type { HttpDeps } from '../deps.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { getIdempotencyKey } from '../kernel/idempotency.ts'
import { getClientAddress, getHeader, isDryRun, type RequestHead } from '../kernel/request.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { isCompressed, readEventBody } from './protocols/event-body.ts'
import type { AcceptEvents, BadEvent, ReadEvents } from './protocols/protocol.ts'

/** Facts about a request that was refused before it was parsed. */
const NOTHING_READ: { bad: readonly BadEvent[]; count: number } = { bad: [], count: 0 }

/** Creates the operation that accepts events, for all protocols. */
export function createAcceptEvents(deps: HttpDeps): AcceptEvents {
  const { actions, keys, clock, metrics } = deps
  const rate = toSubmitRate(deps.submitPerMinute, EVENT_RATE_FACTOR)
  const limits = { maxCharge: MAX_LOG_RECORDS }
  const allowed = createRateLimit(rate, limits)
  const dryRuns = createRateLimit(rate, limits)

  return async function accept(request, endpointId, protocol) {
    const now = clock.now()
    const dryRun = isDryRun(request)
    const refuse = (refusal: Refusal, about = NOTHING_READ) => {
      if (!dryRun) metrics.count('formslot_event_requests_total', refusal.code)
      return protocol.refusal(refusal, { requestId: request.id, dryRun, ...about })
    }
    if (!isEndpointId('telemetry', endpointId)) return refuse({ code: 'endpoint_not_found' })
    const address = addressBucket(getClientAddress(request, deps.trusts))
    const limit = dryRun ? dryRuns : allowed
    const rated = { client: address, subject: endpointId, now }
    const wait = limit.take(rated)
    if (wait > 0) return refuse({ code: 'event_rate', retryAfterSeconds: wait })

    // Decompression is expensive, so it is not done for endpoints that do not exist.
    if (isCompressed(request) && !(await actions.probeStatus(endpointId, now)))
      return refuse({ code: 'endpoint_not_found' })
    const body: ReturnType<typeof readEventBody> = protocol.createBody
      ? { kind: 'read', body: protocol.createBody(request) }
      : readEventBody(request, protocol)
    const read = body.kind === 'read' ? protocol.read(body.body, now) : body
    const readable = read.kind === 'read' ? read : { events: [], bad: [], problems: [] }
    const events = refusesTracking(request) ? readable.events.map(anonymize) : readable.events
    const bad = read.kind === 'refused' ? read.refusal : toRefusalOfAll(read)
    const idempotencyKey = getIdempotencyKey(request, {
      path: `/t/${endpointId}${protocol.path}`,
      content: { kind: 'fields', fields: [{ name: '', value: toText(body) }] },
      caller: address,
      replays: 'to anyone',
      mark: keys.hmacIdempotencyKey,
    })
    if (idempotencyKey.kind === 'refused') return refuse(idempotencyKey.refusal)
    const about = { bad: readable.bad, count: events.length + readable.bad.length }
    // The request itself has taken one token.
    limit.charge({ ...rated, tokens: about.count - 1 })
    if (dryRun) {
      const outcome = await actions.tryEvents({ endpointId, events, bad, now })
      if (outcome.kind === 'refused') return refuse(outcome.refusal, about)
      return protocol.dryRun(outcome, { ...readable, events })
    }
    const answer = await actions.acceptEvents({
      endpointId,
      events,
      bad,
      idempotencyKey: idempotencyKey.idempotencyKey,
      share: deps.quotaShares.open({ address, now }),
      apiKey: findApiKey(request, keys),
      visitor: findVisitor(request, address),
      now,
    })
    if (answer.kind === 'refused') return refuse(answer.refusal, about)
    metrics.count('formslot_event_requests_total', 'accepted')
    const accepted = protocol.accepted(answer, readable)
    return answer.replayed
      ? { ...accepted, headers: { ...accepted.headers, 'idempotent-replayed': 'true' } }
      : accepted
  }
}

/** Returns the key of an account that came with events, though they need none; null without one. */
function findApiKey(request: FastifyRequest, keys: HttpDeps['keys']): string | null {
  if (request.headers.authorization === undefined) return null
  const key = parseBearer(request)
  return key !== null && keys.parseApiKeyId(key) !== null ? key : null
}

/** Returns the refusal of a request whose events are all invalid: the error of the first. */
function toRefusalOfAll({ events, bad }: Pick<ReadEvents, 'events' | 'bad'>): Refusal | null {
  const [first] = bad
  if (!first || events.length > 0) return null
  const { field, message } = first
  return { code: 'event_invalid', ...(field === '' ? {} : { field }), message }
}

/** Removes the data that identifies a person, as Sec-GPC requests. */
function anonymize(event: TelemetryEvent): TelemetryEvent {
  return { ...event, user: null, referrer: null }
}

function toText(body: ReturnType<typeof readEventBody>): string {
  return body.kind === 'read' ? body.body.bytes.toString('latin1') : ''
}

/**
 * Returns the visitor who sent a request; null for a program, a crawler, or a person who objects by Sec-GPC.
 *
 * @param address bucket of the client address, as limits count it
 */
function findVisitor(request: RequestHead, address: string): Visitor | null {
  const userAgent = getHeader(request, 'user-agent') ?? ''
  return isBrowser(userAgent) && !refusesTracking(request) ? { address, userAgent } : null
}

/** Returns true for a request with `Sec-GPC: 1` (Global Privacy Control). */
function refusesTracking(request: RequestHead): boolean {
  return getHeader(request, 'sec-gpc')?.trim() === '1'
}
