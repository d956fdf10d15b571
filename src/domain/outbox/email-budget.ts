import { DAY, HOUR, later } from '../time.ts'

/** Limits of each budget of an address, over all endpoints that share it. */
export const CLAIM_EMAILS_PER_DAY = 3
const EMAILS_PER_DAY = 30
const EMAILS_PER_HOUR = 10

/**
 * The budgets of an address for emails that nobody has confirmed: all unclaimed endpoints share one, and all endpoints
 * that were claimed by their link another. The emails of a confirmed endpoint have none.
 */
export type EmailBudget = 'unclaimed' | 'claimed'

/** An email whose first attempt has begun. `endpoint`: `same` if the next email is about it too. */
export type StartedEmail = { kind: 'claim' | 'submission'; at: Date; endpoint: 'same' | 'other' }

/**
 * Returns when a budget of an address allows an email of this kind: `now` or later. Emails beyond the budget wait; none
 * is lost.
 *
 * @param started emails that were begun within the last 24 hours and count against the budget
 */
export function nextEmailAt(started: readonly StartedEmail[], kind: 'claim' | 'submission', now: Date): Date {
  return freeAt(started, { kind, sharers: 1 }, now)
}

/**
 * Returns when a budget allows an email of this kind whose endpoint has an equal share of it. Its emails use up no more
 * than that share, so that junk sent to one endpoint leaves room for the emails of another.
 *
 * @param budget.sharers number of endpoints that share the budget
 */
export function nextSharedEmailAt(
  budget: { started: readonly StartedEmail[]; kind: 'claim' | 'submission'; sharers: number },
  now: Date,
): Date {
  const { started, kind, sharers } = budget
  const own = started.filter(({ endpoint }) => endpoint === 'same')
  return latest([nextEmailAt(started, kind, now), freeAt(own, { kind, sharers }, now)])
}

function freeAt(
  started: readonly StartedEmail[],
  { kind, sharers }: { kind: 'claim' | 'submission'; sharers: number },
  now: Date,
): Date {
  const all = started.map((email) => email.at)
  const claims = started.filter((email) => email.kind === 'claim').map((email) => email.at)
  const share = (limit: number) => Math.max(1, Math.floor(limit / Math.max(1, sharers)))
  return latest([
    freeInWindow(all, { limit: share(EMAILS_PER_HOUR), span: HOUR }, now),
    freeInWindow(all, { limit: share(EMAILS_PER_DAY), span: DAY }, now),
    ...(kind === 'claim' ? [freeInWindow(claims, { limit: CLAIM_EMAILS_PER_DAY, span: DAY }, now)] : []),
  ])
}

/** Returns when fewer than `limit` of these instants lie within the last `span`. One in the future counts as now. */
function freeInWindow(instants: readonly Date[], window: { limit: number; span: number }, now: Date): Date {
  const inside = instants
    .map((instant) => Math.min(instant.getTime(), now.getTime()))
    .filter((instant) => now.getTime() - instant < window.span)
    .sort((one, other) => one - other)
  const leaves = inside[inside.length - window.limit]
  return leaves === undefined ? now : later(new Date(leaves), window.span)
}

function latest(dates: readonly Date[]): Date {
  return new Date(Math.max(...dates.map((date) => date.getTime())))
}
