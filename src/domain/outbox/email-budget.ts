import { DAY, HOUR, later } from '../time.ts'

/** What a mailbox without human consent may get, over all endpoints together. */
export const CLAIM_LETTERS_PER_DAY = 3
export const LETTERS_PER_DAY = 30
export const LETTERS_PER_HOUR = 10

/** A letter whose first attempt has begun. */
export type StartedLetter = { kind: 'claim' | 'submission'; at: Date }

/**
 * When the budget of a mailbox without human consent allows a letter of this kind: `now`, or the first instant later.
 * Letters beyond the budget wait; none is lost.
 *
 * @param started letters to this mailbox begun within the last 24 hours
 */
export function nextLetterAt(
  started: readonly StartedLetter[],
  kind: 'claim' | 'submission',
  now: Date,
): Date {
  const all = started.map((letter) => letter.at)
  const claims = started.filter((letter) => letter.kind === 'claim').map((letter) => letter.at)
  const free = [
    freeAt(all, { limit: LETTERS_PER_HOUR, span: HOUR }, now),
    freeAt(all, { limit: LETTERS_PER_DAY, span: DAY }, now),
    ...(kind === 'claim' ? [freeAt(claims, { limit: CLAIM_LETTERS_PER_DAY, span: DAY }, now)] : []),
  ]
  return new Date(Math.max(...free.map((date) => date.getTime())))
}

/** When fewer than `limit` of these instants lie within the last `span`. One in the future counts as now. */
function freeAt(instants: readonly Date[], window: { limit: number; span: number }, now: Date): Date {
  const inside = instants
    .map((instant) => Math.min(instant.getTime(), now.getTime()))
    .filter((instant) => now.getTime() - instant < window.span)
    .sort((one, other) => one - other)
  const leaves = inside[inside.length - window.limit]
  return leaves === undefined ? now : later(new Date(leaves), window.span)
}
