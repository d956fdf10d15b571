import { awaitsConfirmation } from '../../domain/endpoints/endpoint.ts'
import { matchesEndpoint } from '../../domain/endpoints/endpoint-match.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import { KINDS } from '../../domain/endpoints/kinds.ts'
import { type FileLimits, getFileLimits } from '../../domain/files/file-limits.ts'
import { countInMonth, getMonthCount, NO_USAGE } from '../../domain/plans/month-usage.ts'
import { findPlan, toMonth } from '../../domain/plans/plan.ts'
import type { Refused } from '../../domain/refusal.ts'
import type { OwnedEndpoint } from '../../store/endpoints/owned-endpoints.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { cursorAt, readCursor } from '../cursor.ts'
import { type MonthView, toMonthView } from '../plans/month-view.ts'

/** Endpoints per read while searching by name, and at most for one page. */
const SCAN_PAGE_SIZE = 200
const MAX_SCANNED_ENDPOINTS = 5000

/** An endpoint of any kind as its owner sees it. */
export type OwnedView = OwnedEndpoint & {
  state: 'claimed' | 'retired'
  /** Number of items that it accepted itself in this month, since the claim. */
  monthCount: number
  /** Emails to the recipient that wait for the confirmation; 0 once it is confirmed. */
  emailsHeld: number
  /** Usage of the plan: of this endpoint, or of all endpoints of its kind, as the kind is counted. */
  month: MonthView
  /** Limits on the files of one submission; null where it takes none. */
  fileLimits: FileLimits | null
}

type Listing = {
  kind: EndpointKind
  state: 'claimed' | 'retired' | null
  /** Text that its name or id must contain; null for any. */
  called: string | null
  limit: number
}

/**
 * Lists a page of the caller's endpoints of one kind, newest first. A search that has scanned too many ends the page
 * early, with a cursor to continue.
 */
export async function listOwned(
  context: Context,
  caller: Caller,
  request: Listing & { cursor: string | undefined; now: Date },
): Promise<{ kind: 'listed'; views: OwnedView[]; next: string | null } | Refused> {
  const { form } = caller.access
  if (form !== null) return listOnly(context, caller, { ...request, form })
  const begin = readCursor(context, request.cursor)
  if (begin.kind === 'refused') return begin
  const page = await findPage(context, caller, { ...request, before: begin.key })
  return {
    kind: 'listed',
    views: await toViews(context, caller, page.found, request),
    next: cursorAt(context, page.next),
  }
}

/** Lists the only form that the caller may see, if the listing is about it. */
async function listOnly(
  context: Context,
  caller: Caller,
  { form, kind, state, called, now }: Listing & { form: string; now: Date },
): Promise<{ kind: 'listed'; views: OwnedView[]; next: null }> {
  const view = await getOwnedEndpoint(context, caller, { kind, endpointId: form, now })
  const isListed =
    view !== null &&
    (state === null || view.state === state) &&
    (called === null || matchesEndpoint(view.endpoint, called))
  return { kind: 'listed', views: isListed ? [view] : [], next: null }
}

/** Finds one endpoint of the caller; null when there is none of this kind with this id. */
export async function getOwnedEndpoint(
  context: Context,
  caller: Caller,
  request: { kind: EndpointKind; endpointId: string; now: Date },
): Promise<OwnedView | null> {
  const found = await context.store.owned.find({ ...request, accountKey: caller.accountKey })
  const [view] = found ? await toViews(context, caller, [found], request) : []
  return view ?? null
}

/** Loads the next matching endpoints, and the key behind which the next page begins; null at the end. */
async function findPage(
  context: Context,
  { accountKey }: Caller,
  { kind, state, called, limit, before }: Listing & { before: number | null },
): Promise<{ found: OwnedEndpoint[]; next: number | null }> {
  const atOnce = called === null ? limit + 1 : SCAN_PAGE_SIZE
  const found: OwnedEndpoint[] = []
  let behind = before
  for (let looked = 0; looked < MAX_SCANNED_ENDPOINTS; looked += atOnce) {
    const some = await context.store.owned.list({ accountKey, kind, state, before: behind, limit: atOnce })
    for (const one of some) if (called === null || matchesEndpoint(one.endpoint, called)) found.push(one)
    if (found.length > limit) return { found: found.slice(0, limit), next: found[limit - 1]?.key ?? null }
    const last = some.at(-1)
    if (some.length < atOnce || !last) return { found, next: null }
    behind = last.key
  }
  return { found, next: behind }
}

async function toViews(
  context: Context,
  caller: Caller,
  endpoints: readonly OwnedEndpoint[],
  { kind, now }: { kind: EndpointKind; now: Date },
): Promise<OwnedView[]> {
  const plan = findPlan(context, caller.plan)
  const accountCounts =
    KINDS[kind].countedBy === 'account' ? await context.store.owned.counts(caller.accountKey) : null
  const unconfirmed = endpoints.filter(({ endpoint }) => awaitsConfirmation(endpoint))
  const held = await context.store.deliveries.countHeld(unconfirmed.map(({ endpoint }) => endpoint.id))
  return endpoints.map((owned) => {
    const own = getMonthCount(owned.endpoint)
    const counted = accountCounts ? (accountCounts[kind] ?? NO_USAGE) : own
    return {
      ...owned,
      state: owned.endpoint.retiredAt ? 'retired' : 'claimed',
      monthCount: countInMonth(own, toMonth(now)),
      emailsHeld: held.get(owned.endpoint.id) ?? 0,
      month: toMonthView(counted, { kind, plan, now }),
      fileLimits: getFileLimits(owned.endpoint, plan),
    }
  })
}
