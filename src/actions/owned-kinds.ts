import type { EndpointFacts } from '../domain/endpoint.ts'
import { isCalled } from '../domain/endpoint-match.ts'
import { countIn, monthCountOf, NOTHING_COUNTED } from '../domain/intake.ts'
import type { KeyedKind } from '../domain/keys.ts'
import { KINDS } from '../domain/kinds.ts'
import { monthOf, nextMonth } from '../domain/plan.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OwnedEndpoint } from '../store/inbox-store.ts'
import type { Caller } from './caller.ts'
import { type Context, planNamed } from './context.ts'
import { cursorAt, readCursor } from './cursor.ts'
import type { MonthView } from './owned-endpoints.ts'

/** Endpoints looked through at once for those that are called so. */
const LOOKED_THROUGH = 200

/** An endpoint whose kind is counted by the account, as its owner sees it. */
export type OwnedView = {
  /** What other actions know it by. */
  key: number
  endpoint: EndpointFacts
  state: 'claimed' | 'retired'
  /** What it took itself in this month, since the claim. */
  taken: number
  /** What all endpoints of its kind have used of the plan together. */
  month: MonthView
}

/** A page of the caller's endpoints of one kind, newest first. */
export async function listOwned(
  context: Context,
  caller: Caller,
  request: {
    kind: KeyedKind
    state: 'claimed' | 'retired' | null
    /** What its name or its id must contain; null: anything. */
    called: string | null
    limit: number
    cursor: string | undefined
    now: Date
  },
): Promise<
  { kind: 'listed'; views: OwnedView[]; next: string | null } | { kind: 'refused'; refusal: Refusal }
> {
  const begin = readCursor(context, request.cursor)
  if (begin.kind === 'refused') return begin
  const found = await findCalled(context, caller, { ...request, before: begin.key })
  const page = found.slice(0, request.limit)
  const last = page.at(-1)
  const month = await monthOfAccount(context, caller, request)
  return {
    kind: 'listed',
    views: page.map((owned) => viewOf(owned, month, request.now)),
    next: cursorAt(context, found.length > page.length && last ? last.key : null),
  }
}

/** One endpoint of the caller; null when there is none of this kind with this id. */
export async function lookAtOwned(
  context: Context,
  caller: Caller,
  request: { kind: KeyedKind; endpointId: string; now: Date },
): Promise<OwnedView | null> {
  const owned = await context.store.owned.find({ ...request, accountKey: caller.accountKey })
  return owned && viewOf(owned, await monthOfAccount(context, caller, request), request.now)
}

/** One more than the page holds, where there are more. */
async function findCalled(
  context: Context,
  caller: Caller,
  request: {
    kind: KeyedKind
    state: 'claimed' | 'retired' | null
    called: string | null
    limit: number
    before: number | null
  },
): Promise<OwnedEndpoint[]> {
  const { accountKey } = caller
  const { kind, state, called } = request
  const wanted = request.limit + 1
  const limit = called === null ? wanted : LOOKED_THROUGH
  const found: OwnedEndpoint[] = []
  let before = request.before
  for (;;) {
    const page = await context.store.owned.list({ accountKey, kind, state, before, limit })
    for (const one of page) if (called === null || isCalled(one.endpoint, called)) found.push(one)
    const last = page.at(-1)
    if (found.length >= wanted || page.length < limit || !last) return found.slice(0, wanted)
    before = last.key
  }
}

/** What the account has used of its plan for this kind. */
async function monthOfAccount(
  context: Context,
  caller: Caller,
  { kind, now }: { kind: KeyedKind; now: Date },
): Promise<MonthView> {
  const counts = await context.store.owned.counts(caller.accountKey)
  const plan = planNamed(context, caller.plan)
  return {
    used: countIn(counts[kind] ?? NOTHING_COUNTED, monthOf(now)),
    limit: plan ? KINDS[kind].quotaOf(plan) : null,
    resetsAt: nextMonth(now),
  }
}

function viewOf({ key, endpoint }: OwnedEndpoint, month: MonthView, now: Date): OwnedView {
  return {
    key,
    endpoint,
    state: endpoint.retiredAt ? 'retired' : 'claimed',
    taken: countIn(monthCountOf(endpoint), monthOf(now)),
    month,
  }
}
