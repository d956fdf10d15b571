import {
  awaitsConfirmation,
  type EndpointFacts,
  type EndpointState,
  getState,
} from '../../domain/endpoints/endpoint.ts'
import type { IdempotencyKey } from '../../domain/idempotency-key.ts'
import { checkState, remainingQuota, toQuotaRefusal } from '../../domain/plans/month-usage.ts'
import type { ClientShare } from '../../domain/plans/quota-share.ts'
import type { Refusal, Refused } from '../../domain/refusal.ts'
import { countByHour, stringifyEvents, type TelemetryEvent } from '../../domain/telemetry/event.ts'
import type { Visitor } from '../../domain/telemetry/visitor.ts'
import type { Change, ChangeInput, Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import { findCallerByKey } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { confirmByUse } from '../endpoints/confirm-endpoint.ts'
import { toIdempotentAnswer } from '../idempotent-result.ts'
import { KEYS_PER_ACCEPTANCE, recordAccepted, toQuotaInput } from '../plans/record-accepted.ts'
import { reserveShare, withShare } from '../plans/reserve-share.ts'
import { KEYS_OF_WATCHES, MAX_KEYS_OF_WATCHES, watchArrivals } from './watch-consequences.ts'

/** Events as they were read from a request. */
export type AcceptEvents = {
  endpointId: string
  events: readonly TelemetryEvent[]
  /** Fault of the whole request; a refusal because of the endpoint's state goes first. */
  bad: Refusal | null
  idempotencyKey: IdempotencyKey | null
  share: ClientShare | null
  /** API key of an account, sent although events need none; null without one. A key of the owner confirms the endpoint. */
  apiKey: string | null
  /** Null when no browser sent them. */
  visitor: Visitor | null
  now: Date
}

export type AcceptEventsAnswer = {
  kind: 'accepted'
  accepted: number
  /** Events whose ids were accepted before. */
  duplicates: number
  /** Events that exceeded the quota or the client's share of it (the last ones), and the refusal; null when all fit. */
  beyond: { count: number; refusal: Refusal } | null
}

type Answer = AcceptEventsAnswer | Refused
/** The endpoint awaits confirmation, and the key of the request may be its owner's. */
type Unconfirmed = { kind: 'unconfirmed'; endpoint: EndpointFacts }
/** Nothing was stored, because more watches tell something than keys were reserved for. */
type NeedsKeys = { kind: 'needs_keys' }

/** Accepts events: stores and counts them in one transaction, up to the limit or quota of the endpoint. */
export async function acceptEvents(
  context: Context,
  request: AcceptEvents,
): Promise<Answer & { replayed: boolean }> {
  const { endpointId, bad, share, apiKey, now } = request
  if (bad) {
    const refusal = (await checkEndpoint(context, endpointId, now)) ?? bad
    return { kind: 'refused', refusal, replayed: false }
  }
  if (!context.store.hasRoom()) return { kind: 'refused', refusal: { code: 'disk_full' }, replayed: false }
  const { answer, replayed } = await withShare(share, async () => {
    const stored = await storeEvents(context, request, KEYS_OF_WATCHES)
    return stored.answer.kind === 'needs_keys' ? storeEvents(context, request, MAX_KEYS_OF_WATCHES) : stored
  })
  if (answer.kind === 'unconfirmed') {
    const owner = await findCallerByKey(context, { apiKey: apiKey ?? '', now })
    if (owner.kind === 'found') {
      await confirmByUse(context, owner.caller, { endpoint: answer.endpoint, now })
    }
    return acceptEvents(context, { ...request, apiKey: null })
  }
  if (answer.kind === 'needs_keys') throw new Error('all keys were reserved')
  return { ...answer, replayed }
}

/** Stores events, unless the endpoint awaits a confirmation and an account key came with them. */
async function storeEvents(context: Context, request: AcceptEvents, keysOfWatches: number) {
  const { endpointId, events, idempotencyKey, now } = request
  const visitorBit = await findVisitorBit(context, request)
  const outcome = await context.store.change<Answer | Unconfirmed | NeedsKeys>({
    endpointId,
    now,
    idempotencyKey,
    // One key is for the batch.
    maxKeys: 1 + KEYS_PER_ACCEPTANCE + keysOfWatches,
    eventIds: listIds(events),
    decide: (input) => decide(context, { ...input, ...request, visitorBit, keysOfWatches }),
  })
  return toIdempotentAnswer(outcome)
}

export type EventDryRun = {
  kind: 'dry_run'
  wouldAccept: number
  duplicates: number
  state: EndpointState
  wouldSendClaimEmail: boolean
}

/** Runs every check of `acceptEvents`; stores, counts and sends nothing. */
export async function tryEvents(
  context: Context,
  request: Omit<AcceptEvents, 'idempotencyKey' | 'share' | 'apiKey' | 'visitor'>,
): Promise<EventDryRun | Refused> {
  const { endpointId, events, bad, now } = request
  const found = await context.store.findEndpoint(endpointId)
  if (!found) return { kind: 'refused', refusal: { code: 'endpoint_not_found' } }
  const quota = toQuotaInput(context, found, now)
  const refusal = checkState(quota) ?? bad
  if (refusal) return { kind: 'refused', refusal }
  if (!context.store.hasRoom()) return { kind: 'refused', refusal: { code: 'disk_full' } }
  const seenIds = await context.store.telemetry.findSeen({ endpointId, ids: listIds(events), now })
  const fresh = removeDuplicates(events, seenIds)
  const { endpoint } = found
  const wouldAccept = Math.min(fresh.length, remainingQuota(quota))
  return {
    kind: 'dry_run',
    wouldAccept,
    duplicates: events.length - fresh.length,
    state: getState(endpoint, now),
    wouldSendClaimEmail: wouldAccept > 0 && !endpoint.claimedAt && endpoint.claimEmailAt === null,
  }
}

/** Returns the refusal of an endpoint that accepts no events, or null when it does. */
async function checkEndpoint(context: Context, endpointId: string, now: Date): Promise<Refusal | null> {
  const found = await context.store.findEndpoint(endpointId)
  return found ? checkState(toQuotaInput(context, found, now)) : { code: 'endpoint_not_found' }
}

function decide(
  context: Context,
  request: Omit<ChangeInput, 'mailbox'> &
    Pick<AcceptEvents, 'events' | 'share' | 'apiKey' | 'now'> & {
      visitorBit: number | null
      keysOfWatches: number
    },
): Change<Answer | Unconfirmed | NeedsKeys> {
  const { found, events, share, apiKey, now } = request
  if (!found) return refused({ code: 'endpoint_not_found' })
  if (apiKey !== null && awaitsConfirmation(found.endpoint)) {
    return { answer: { kind: 'unconfirmed', endpoint: found.endpoint }, remember: false, consequences: [] }
  }
  const quota = toQuotaInput(context, found, now)
  const refusal = checkState(quota)
  if (refusal) return refused(refusal)
  const fresh = removeDuplicates(events, request.seenEventIds)
  const withinQuota = Math.min(fresh.length, remainingQuota(quota))
  const { reserved, refusal: rate } = reserveShare(context, found, {
    share,
    now,
    count: withinQuota,
    atLeast: 1,
  })
  if (rate && reserved === 0) return refused(rate)
  const acceptedEvents = fresh.slice(0, reserved)
  const count = fresh.length - acceptedEvents.length
  const answer: AcceptEventsAnswer = {
    kind: 'accepted',
    accepted: acceptedEvents.length,
    duplicates: events.length - fresh.length,
    beyond: count > 0 ? { count, refusal: rate ?? toQuotaRefusal(quota) } : null,
  }
  if (acceptedEvents.length === 0) return { answer, remember: true, consequences: [] }
  const consequences = toConsequences(context, { ...request, found, acceptedEvents })
  const told = consequences.filter(({ kind }) => kind === 'watch_notice' || kind === 'web_event').length
  return told > request.keysOfWatches
    ? { answer: { kind: 'needs_keys' }, remember: false, consequences: [] }
    : { answer, remember: true, consequences }
}

function toConsequences(
  context: Context,
  {
    found,
    acceptedEvents,
    nextKey,
    visitorBit,
    now,
  }: Pick<Parameters<typeof decide>[1], 'nextKey' | 'visitorBit' | 'now'> & {
    found: FoundEndpoint
    acceptedEvents: readonly TelemetryEvent[]
  },
): Consequence[] {
  const batchKey = nextKey()
  return [
    ...recordAccepted(context, found, {
      count: acceptedEvents.length,
      first: acceptedEvents[0]?.name ?? null,
      now,
    }),
    {
      kind: 'events',
      key: batchKey,
      text: stringifyEvents(acceptedEvents),
      counts: countByHour(acceptedEvents),
      ids: listIds(acceptedEvents),
      visitor: visitorBit,
    },
    ...watchArrivals(context, found, { events: acceptedEvents, batchKey, now }),
  ]
}

/** Returns the events that are not duplicates. */
function removeDuplicates(events: readonly TelemetryEvent[], seenIds: ReadonlySet<string>): TelemetryEvent[] {
  const here = new Set<string>()
  return events.filter(({ id }) => {
    if (id === null) return true
    if (seenIds.has(id) || here.has(id)) return false
    here.add(id)
    return true
  })
}

function listIds(events: readonly TelemetryEvent[]): string[] {
  return events.flatMap(({ id }) => (id === null ? [] : [id]))
}

function refused(refusal: Refusal): Change<Answer> {
  return { answer: { kind: 'refused', refusal }, remember: false, consequences: [] }
}

/** Returns the bit of a visitor in the bitmap of the day; null for a request that no visitor sent. */
async function findVisitorBit(
  { store, keys }: Context,
  { endpointId, visitor, now }: { endpointId: string; visitor: Visitor | null; now: Date },
): Promise<number | null> {
  if (visitor === null) return null
  const salt = await store.telemetry.loadVisitorSalt({ now, newSalt: keys.newVisitorSalt })
  return keys.visitorBit({ ...visitor, salt, endpointId })
}
