import { DAY, HOUR, later } from '../time.ts'

/** Limits for an address without human consent, over all endpoints together. */
export const CLAIM_EMAILS_PER_DAY = 3
const EMAILS_PER_DAY = 30
const EMAILS_PER_HOUR = 10

/** An email whose first attempt has begun. */
export type StartedEmail = { kind: 'claim' | 'submission'; at: Date }

/**
 * Returns when the budget of an address without human consent allows an email of this kind: `now` or later.
 * Emails beyond the budget wait; none is lost.
 *
 * @param started emails to this address begun within the last 24 hours
 */
export function nextEmailAt(started: readonly StartedEmail[], kind: 'claim' | 'submission', now: Date): Date {
  const all = started.map((email) => email.at)
  const claims = started.filter((email) => email.kind === 'claim').map((email) => email.at)
  const free = [
    freeAt(all, { limit: EMAILS_PER_HOUR, span: HOUR }, now),
    freeAt(all, { limit: EMAILS_PER_DAY, span: DAY }, now),
    ...(kind === 'claim' ? [freeAt(claims, { limit: CLAIM_EMAILS_PER_DAY, span: DAY }, now)] : []),
  ]
  return new Date(Math.max(...free.map((date) => date.getTime())))
}

/** Returns when fewer than `limit` of these instants lie within the last `span`. One in the future counts as now. */
function freeAt(instants: readonly Date[], window: { limit: number; span: number }, now: Date): Date {
  const inside = instants
    .map((instant) => Math.min(instant.getTime(), now.getTime()))
    .filter((instant) => now.getTime() - instant < window.span)
    .sort((one, other) => one - other)
  const leaves = inside[inside.length - window.limit]
  return leaves === undefined ? now : later(new Date(leaves), window.span)
}
