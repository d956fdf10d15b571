import { IDEMPOTENCY_HOURS } from '../domain/idempotency-key.ts'
import { PLANS } from '../domain/plan.ts'
import { DAY, HOUR, later } from '../domain/time.ts'
import type { Retention } from '../store/store.ts'
import { emptyClosedAccounts } from './account.ts'
import type { Context } from './context.ts'

/** Submissions looked at in one transaction: few enough that a submission sent meanwhile hardly waits. */
const BATCH = 500

/** How long after its end a notice is still there, to be counted and to be looked at. */
const NOTICE_KEPT = DAY

/**
 * Deletes submissions that their plan no longer keeps (with their jobs and attempts), remembered answers after 24 hours,
 * creations that no limit needs any more, letters about no submission a day after their end, sign-ins and
 * sessions that are over, and what is left of closed accounts. Unclaimed endpoints keep submissions as the Free plan does.
 */
export async function purgeOld(context: Context, now: Date): Promise<void> {
  const { upkeep } = context.store
  const retention: Retention = {
    unclaimed: (context.plans.free ?? PLANS.free).submissionRetentionDays,
    plans: Object.fromEntries(
      Object.entries(context.plans).map(([name, plan]) => [name, plan.submissionRetentionDays]),
    ),
  }
  const longest = Math.max(retention.unclaimed, ...Object.values(retention.plans))
  // An owner whose plan the operator has taken out of the table keeps what there is, so nothing goes by the week.
  const named = (await upkeep.plansInUse()).every((name) => name in retention.plans)
  await upkeep.tend({ now, oldestKept: named ? later(now, -longest * DAY) : new Date(0) })
  let after: number | null = 0
  while (after !== null) {
    const batch: { next: number | null } = await upkeep.purgeSubmissions({
      now,
      after,
      limit: BATCH,
      retention,
    })
    after = batch.next
  }
  await upkeep.purgeRememberedAnswers(later(now, -IDEMPOTENCY_HOURS * HOUR))
  await upkeep.purgeCreations(later(now, -HOUR))
  let more = true
  while (more) more = await context.store.accounts.purge(now)
  await emptyClosedAccounts(context)
  let gone = 0
  do gone = await upkeep.purgeNotices(later(now, -NOTICE_KEPT))
  while (gone > 0)
}
