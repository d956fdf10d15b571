import { IDLE_DAYS, RECIPIENT_RETENTION_DAYS } from '../../domain/endpoints/endpoint.ts'
import { IDEMPOTENCY_HOURS } from '../../domain/idempotency-key.ts'
import { unclaimedPlan } from '../../domain/plans/plan.ts'
import { getPlanRetention } from '../../domain/plans/retention.ts'
import { getMessageCutoff } from '../../domain/queues/queue.ts'
import { EVENT_ID_HOURS } from '../../domain/telemetry/event.ts'
import { DAY, HOUR, later } from '../../domain/time.ts'
import type { Retention } from '../../store/contract/maintenance.ts'
import type { Context } from '../context.ts'
import { tellOfLowered } from '../plans/review-plans.ts'

/** Submissions looked at at once: few enough that a submission sent meanwhile hardly waits. */
const BATCH = 100

/** Jobs of notices stand in the same weeks as those of submissions: no claim email waits for longer. */
const NOTICE_DAYS = IDLE_DAYS + 1

/** How long after its end a notice is still there, to be counted and to be looked at. */
const NOTICE_KEPT = DAY

/** Whether to go on. */
type GoesOn = () => boolean

/**
 * Deletes submissions that their owner no longer keeps (with their jobs and attempts), events the same, messages that no
 * queue keeps any more, remembered answers after 24 hours, creations that no limit needs any more, emails about no
 * submission a day after their end, sign-ins and sessions that are over, the recipients of endpoints that expired long ago,
 * and what is left of closed accounts. Unclaimed
 * endpoints keep submissions as the Free plan does.
 *
 * @param goesOn asked before each batch; the next hour does the rest
 */
export async function purgeOld(context: Context, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const { maintenance } = context.store
  await tellOfLowered(context, now)
  const retention: Retention = {
    unclaimed: getPlanRetention(unclaimedPlan(context)),
    plans: Object.fromEntries(
      Object.entries(context.plans).map(([name, plan]) => [name, getPlanRetention(plan)]),
    ),
  }
  await maintenance.maintain({ now, oldestKept: await oldestKept(context, retention, now) })
  await pageByPage(goesOn, (after) => maintenance.purgeSubmissions({ now, after, limit: BATCH, retention }))
  await purgeEvents(context, { now, retention, goesOn })
  await purgeMessages(context, { now, goesOn })
  await untilNone(goesOn, () => maintenance.purgeIdempotentResults(later(now, -IDEMPOTENCY_HOURS * HOUR)))
  await untilNone(goesOn, () => maintenance.purgeCreations(later(now, -HOUR)))
  await untilNone(goesOn, () => context.store.accounts.purge(now))
  const forgotten = later(
    now,
    -(IDLE_DAYS + Math.max(RECIPIENT_RETENTION_DAYS, retention.unclaimed.submissions)) * DAY,
  )
  await untilNone(goesOn, () => maintenance.forgetRecipients(forgotten))
  await untilNone(goesOn, () => maintenance.purgeClosedAccounts())
  await untilNone(goesOn, () => maintenance.purgeNotices(later(now, -NOTICE_KEPT)))
}

/** Events that their owner no longer keeps, what was counted of them, and what they were called for a day. */
async function purgeEvents(
  { store }: Context,
  { goesOn, ...about }: { now: Date; retention: Retention; goesOn: GoesOn },
): Promise<void> {
  const { telemetry } = store
  for (const purge of [telemetry.purge, telemetry.purgeCounts]) {
    await pageByPage(goesOn, (after) => purge({ ...about, after, limit: BATCH }))
  }
  await untilNone(goesOn, () => telemetry.purgeIds(later(about.now, -EVENT_ID_HOURS * HOUR)))
}

/** Nobody keeps what was received before. */
async function oldestKept(
  context: Context,
  retention: Retention,
  now: Date,
): Promise<{ submissions: Date; telemetry: Date }> {
  const { maintenance } = context.store
  // An owner whose plan the operator has taken out of the table keeps what there is, so nothing goes by the week.
  const named = (await maintenance.plansInUse()).every((name) => Object.hasOwn(retention.plans, name))
  if (!named) return { submissions: new Date(0), telemetry: new Date(0) }
  const kept = [retention.unclaimed, ...Object.values(retention.plans), await maintenance.longestKept(now)]
  const submissions = Math.max(NOTICE_DAYS, ...kept.map((days) => days.submissions))
  const telemetry = Math.max(...kept.map((days) => days.telemetry))
  return { submissions: later(now, -submissions * DAY), telemetry: later(now, -telemetry * DAY) }
}

/** Messages that nobody acknowledged in time, in small batches; and the numbers of hours that nobody asks for any more. */
async function purgeMessages(
  { store }: Context,
  { now, goesOn }: { now: Date; goesOn: GoesOn },
): Promise<void> {
  const { queues } = store
  await untilNone(goesOn, () => queues.purge({ before: getMessageCutoff(now), now, limit: BATCH }))
  if (goesOn()) await queues.purgeRates(later(now, -2 * DAY))
}

/** Looks through all that there is, beginning with the oldest. */
async function pageByPage(
  goesOn: GoesOn,
  purge: (after: number) => Promise<{ next: number | null }>,
): Promise<void> {
  let after: number | null = 0
  while (after !== null && goesOn()) after = (await purge(after)).next
}

/** Deletes batches; `purge` says how many are gone, or whether there may be more. */
async function untilNone(goesOn: GoesOn, purge: () => Promise<number | boolean>): Promise<void> {
  let more = true
  while (more && goesOn()) more = Boolean(await purge())
}
