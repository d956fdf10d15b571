import { DAY, later } from '../../domain/time.ts'
import type { Context } from '../context.ts'
import type { OwnedView } from '../endpoints/owned-endpoints.ts'

/** Number of days with a submission count for each form. */
export const DAYS_COUNTED = 30
/** Maximum unread submissions that are counted. */
export const MAX_UNREAD_COUNTED = 1000

/** A form endpoint as its owner sees it. */
export type FormView = OwnedView & {
  /** Unread submissions in the inbox; `MAX_UNREAD_COUNTED` stands for that many or more. */
  unread: number
  /** Submissions outside spam on each of the last days, oldest first; days are UTC. */
  days: readonly number[]
  /** Start of the first of these days. */
  daysSince: Date
}

/** Adds the unread count and the daily counts to forms of the caller. */
export async function loadFormStats(
  context: Context,
  forms: readonly OwnedView[],
  now: Date,
): Promise<FormView[]> {
  const { inbox } = context.store
  const midnight = Math.floor(now.getTime() / DAY) * DAY
  const daysSince = later(new Date(midnight), -(DAYS_COUNTED - 1) * DAY)
  const [unread, days] = await Promise.all([
    inbox.countUnread(forms, MAX_UNREAD_COUNTED),
    inbox.countDays(forms, { today: now, days: DAYS_COUNTED }),
  ])
  return forms.map((form) => ({
    ...form,
    unread: unread.get(form.key) ?? 0,
    days: days.get(form.key) ?? [],
    daysSince,
  }))
}
