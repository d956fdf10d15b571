import type { EndpointFacts } from '../domain/endpoint.ts'
import { isCalled } from '../domain/endpoint-match.ts'
import { countIn, monthCountOf } from '../domain/intake.ts'
import { monthOf, nextMonth, type PlanTable } from '../domain/plan.ts'
import type { Refusal } from '../domain/refusal.ts'
import { DAY, later } from '../domain/time.ts'
import type { OwnedEndpoint } from '../store/inbox-store.ts'
import type { Caller } from './caller.ts'
import { type Context, planNamed } from './context.ts'
import { cursorAt, readCursor } from './cursor.ts'

/** Days whose submissions are told of each endpoint. */
export const DAYS_TOLD = 30
/** No more unread submissions than these are counted. */
export const MOST_UNREAD_COUNTED = 1000
/** Endpoints looked through at once for those that are called so. */
const LOOKED_THROUGH = 200

/** An endpoint as its owner sees it. */
export type EndpointView = {
  endpoint: EndpointFacts
  state: 'claimed' | 'retired'
  month: MonthView
  /** In the inbox; `MOST_UNREAD_COUNTED` means so many or more. */
  unread: number
  /** What came in outside spam on each of the last days, oldest first; days are UTC. */
  days: readonly number[]
  /** When the first of them began. */
  daysSince: Date
}

/** What of the plan an endpoint has used in this month. */
export type MonthView = { used: number; limit: number | null; resetsAt: Date }

export type EndpointPage = { kind: 'listed'; endpoints: EndpointView[]; next: string | null }
type Refused = { kind: 'refused'; refusal: Refusal }

/** A page of the caller's endpoints, newest first. */
export async function listEndpoints(
  context: Context,
  caller: Caller,
  request: {
    state: 'claimed' | 'retired' | null
    /** What its name or its id must contain; null: anything. */
    called: string | null
    limit: number
    cursor: string | undefined
    now: Date
  },
): Promise<EndpointPage | Refused> {
  const begin = readCursor(context, request.cursor)
  if (begin.kind === 'refused') return begin
  const found = await findCalled(context, caller, { ...request, before: begin.key })
  const page = found.slice(0, request.limit)
  const last = page.at(-1)
  return {
    kind: 'listed',
    endpoints: await viewsOf(context, caller, page, request.now),
    next: cursorAt(context, found.length > page.length && last ? last.key : null),
  }
}

/** One endpoint of the caller; null when there is none with this id. */
export async function lookAtEndpoint(
  context: Context,
  caller: Caller,
  request: { endpointId: string; now: Date },
): Promise<EndpointView | null> {
  const found = await context.store.inbox.findEndpoint(caller.accountKey, request.endpointId)
  if (!found) return null
  const [view] = await viewsOf(context, caller, [found], request.now)
  return view ?? null
}

/** One more than the page holds, where there are more. */
async function findCalled(
  context: Context,
  caller: Caller,
  request: {
    state: 'claimed' | 'retired' | null
    called: string | null
    limit: number
    before: number | null
  },
): Promise<OwnedEndpoint[]> {
  const { accountKey } = caller
  const { state, called } = request
  const wanted = request.limit + 1
  const limit = called === null ? wanted : LOOKED_THROUGH
  const found: OwnedEndpoint[] = []
  let before = request.before
  for (;;) {
    const endpoints = await context.store.inbox.listEndpoints({ accountKey, state, before, limit })
    for (const one of endpoints) if (called === null || isCalled(one.endpoint, called)) found.push(one)
    const last = endpoints.at(-1)
    if (found.length >= wanted || endpoints.length < limit || !last) return found.slice(0, wanted)
    before = last.key
  }
}

async function viewsOf(
  context: Context,
  caller: Caller,
  endpoints: readonly OwnedEndpoint[],
  now: Date,
): Promise<EndpointView[]> {
  const { inbox } = context.store
  const midnight = Math.floor(now.getTime() / DAY) * DAY
  const daysSince = later(new Date(midnight), -(DAYS_TOLD - 1) * DAY)
  const [unread, days] = await Promise.all([
    inbox.countUnread(endpoints, MOST_UNREAD_COUNTED),
    inbox.countDays(endpoints, { today: now, days: DAYS_TOLD }),
  ])
  return endpoints.map(({ key, endpoint }) => ({
    endpoint,
    state: endpoint.retiredAt ? 'retired' : 'claimed',
    month: monthViewOf(context, caller, endpoint, now),
    unread: unread.get(key) ?? 0,
    days: days.get(key) ?? [],
    daysSince,
  }))
}

/** What of the plan of its owner an endpoint has used in this month. */
export function monthViewOf(
  context: PlanTable,
  owner: { plan: string },
  endpoint: EndpointFacts,
  now: Date,
): MonthView {
  const limit = planNamed(context, owner.plan)?.submissionsPerMonth ?? null
  return { used: countIn(monthCountOf(endpoint), monthOf(now)), limit, resetsAt: nextMonth(now) }
}
