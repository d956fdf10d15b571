import { AUDIT_DAYS } from '../../domain/accounts/audit.ts'
import { INVITATION_DAYS } from '../../domain/accounts/member.ts'
import { SPENT_CHALLENGE_MS } from '../../domain/challenges/challenge.ts'
import { getUndoEnd, UNDO_DECLINE_HOURS } from '../../domain/endpoints/decline.ts'
import { type EndpointFacts, IDLE_DAYS, RECIPIENT_RETENTION_DAYS } from '../../domain/endpoints/endpoint.ts'
import { firstObservedHour, OBSERVED_DAYS } from '../../domain/health/observations.ts'
import { IDEMPOTENCY_HOURS } from '../../domain/idempotency-key.ts'
import { OPERATOR_LOG_DAYS } from '../../domain/operator/operator-log.ts'
import { EMAIL_DAYS, toEmailDay, toEmailHour, UNPROVEN_HOURS } from '../../domain/outbox/email-counts.ts'
import { unclaimedPlan } from '../../domain/plans/plan.ts'
import { getPlanRetention } from '../../domain/plans/retention.ts'
import { TRASH_DAYS } from '../../domain/submissions/folder.ts'
import { EVENT_ID_HOURS } from '../../domain/telemetry/event.ts'
import { DAY, HOUR, later } from '../../domain/time.ts'
import type { Consequence } from '../../store/contract/changes.ts'
import type { FilesUnavailable } from '../../store/contract/errors.ts'
import type { Retention } from '../../store/maintenance/purge-submissions.ts'
import type { Context } from '../context.ts'
import { purgeFiles } from '../files/purge-files.ts'
import { notifyOwnersOfReductions } from '../plans/review-plans.ts'
import { purgeStatus } from './status.ts'

/** Submissions per batch: few enough that a new submission hardly waits. */
const BATCH_SIZE = 100

/**
 * Minimum retention of whole weeks: deliveries of notices share them with those of submissions, and no claim email waits
 * longer.
 */
const MIN_WEEK_RETENTION_DAYS = IDLE_DAYS + 1

/** Time for which an expired notice stays, because limits count it. */
const EXPIRED_NOTICE_MS = DAY

/** Returns false when the purge must stop. */
type ShouldContinue = () => boolean

/**
 * Deletes everything that is past its retention: the data of endpoints declined a day ago, submissions with their
 * deliveries and attempts, the trash after a week, events, messages, observations of forms, counts of emails, records of the status page, idempotent results and spent
 * challenges after 24 hours, creations and networks that no limit needs any more, notices a day after they expired, ended sign-ins and
 * sessions, expired invitations and hand-overs, keys for emails that were not confirmed, the bounces of mailboxes whose pauses are over, the recipients of endpoints that expired long ago, and the remaining data of closed accounts. Unclaimed
 * endpoints have the retention of the Free plan.
 *
 * @param shouldContinue called before each batch; the next hour's purge does the rest
 * @returns the first failure to delete the bytes of files; null without one
 */
export async function purgeOld(
  context: Context,
  now: Date,
  shouldContinue: ShouldContinue = () => true,
): Promise<FilesUnavailable | null> {
  const { maintenance } = context.store
  await notifyOwnersOfReductions(context, now)
  const retention: Retention = {
    unclaimed: getPlanRetention(unclaimedPlan(context)),
    plans: Object.fromEntries(
      Object.entries(context.plans).map(([name, plan]) => [name, getPlanRetention(plan)]),
    ),
  }
  const oldest = await oldestRetained(context, retention, now)
  await maintenance.maintain({ now, oldestRetained: oldest })
  await purgeUntilEmpty(shouldContinue, () => purgeDeclined(context, now))
  await purgePages(shouldContinue, (after) =>
    maintenance.purgeSubmissions({ now, after, limit: BATCH_SIZE, retention }),
  )
  await purgeUntilEmpty(shouldContinue, () => maintenance.purgeTrash(later(now, -TRASH_DAYS * DAY)))
  await purgeEvents(context, { now, retention, shouldContinue })
  await purgeMessages(context, { now, shouldContinue })
  await purgeUntilEmpty(shouldContinue, () =>
    context.store.health.purge({
      firstHour: firstObservedHour(now),
      seenBefore: later(now, -OBSERVED_DAYS * DAY),
    }),
  )
  await purgeUntilEmpty(shouldContinue, () =>
    context.store.emailCounts.purge({
      firstDay: toEmailDay(later(now, -EMAIL_DAYS * DAY)),
      firstHour: toEmailHour(later(now, -UNPROVEN_HOURS * HOUR)),
    }),
  )
  await purgeStatus(context, now)
  await purgeUntilEmpty(shouldContinue, () =>
    context.store.members.purgeInvitations(later(now, -INVITATION_DAYS * DAY)),
  )
  await purgeUntilEmpty(shouldContinue, () => context.store.handOvers.purge(now))
  await purgeUntilEmpty(shouldContinue, () =>
    maintenance.purgeIdempotentResults(later(now, -IDEMPOTENCY_HOURS * HOUR)),
  )
  await purgeUntilEmpty(shouldContinue, () =>
    maintenance.purgeSpentChallenges(later(now, -SPENT_CHALLENGE_MS)),
  )
  await purgeUntilEmpty(shouldContinue, () => maintenance.purgeCreations(later(now, -HOUR)))
  await purgeUntilEmpty(shouldContinue, () => maintenance.forgetNetworks(now))
  await purgeUntilEmpty(shouldContinue, () => maintenance.forgetPauses(now))
  await purgeUntilEmpty(shouldContinue, () => context.store.audit.recordExpiredKeys({ now }))
  await purgeUntilEmpty(shouldContinue, () => context.store.accounts.endExpiredSessions({ now }))
  await purgeUntilEmpty(shouldContinue, () => context.store.accounts.purge(now))
  await purgeUntilEmpty(shouldContinue, () => context.store.emailKeys.purge(now))
  await purgeUntilEmpty(shouldContinue, () => context.store.audit.purge(later(now, -AUDIT_DAYS * DAY)))
  await purgeUntilEmpty(shouldContinue, () =>
    context.store.operator.purgeEntries(later(now, -OPERATOR_LOG_DAYS * DAY)),
  )
  const forgotten = later(
    now,
    -(IDLE_DAYS + Math.max(RECIPIENT_RETENTION_DAYS, retention.unclaimed.submissions)) * DAY,
  )
  await purgeUntilEmpty(shouldContinue, () => maintenance.forgetRecipients(forgotten))
  await purgeUntilEmpty(shouldContinue, () => maintenance.purgeClosedAccounts())
  await purgeUntilEmpty(shouldContinue, () => maintenance.purgeNotices(later(now, -EXPIRED_NOTICE_MS)))
  // Last: everything before it may have deleted rows of files.
  return purgeFiles(context, { now, oldestRetained: oldest.submissions }, shouldContinue)
}

/**
 * Deletes events past their retention, their counts, their ids after a day, and the salt and bitmaps of visitors when their
 * day is over.
 */
async function purgeEvents(
  { store }: Context,
  { shouldContinue, ...about }: { now: Date; retention: Retention; shouldContinue: ShouldContinue },
): Promise<void> {
  const { telemetry } = store
  for (const purge of [telemetry.purge, telemetry.purgeCounts]) {
    await purgePages(shouldContinue, (after) => purge({ ...about, after, limit: BATCH_SIZE }))
  }
  await purgeUntilEmpty(shouldContinue, () => telemetry.purgeIds(later(about.now, -EVENT_ID_HOURS * HOUR)))
  await purgeUntilEmpty(shouldContinue, () => telemetry.purgeVisitors(about.now))
}

/** Returns the instants before which no plan retains data. */
async function oldestRetained(
  context: Context,
  retention: Retention,
  now: Date,
): Promise<{ submissions: Date; telemetry: Date }> {
  const { maintenance } = context.store
  // Data of an owner whose plan was removed from the plans file is never deleted, so no whole week is dropped.
  const named = (await maintenance.plansInUse()).every((name) => Object.hasOwn(retention.plans, name))
  if (!named) return { submissions: new Date(0), telemetry: new Date(0) }
  const kept = [
    retention.unclaimed,
    ...Object.values(retention.plans),
    await maintenance.findLongestRetention(now),
  ]
  const submissions = Math.max(MIN_WEEK_RETENTION_DAYS, ...kept.map((days) => days.submissions))
  const telemetry = Math.max(...kept.map((days) => days.telemetry))
  return { submissions: later(now, -submissions * DAY), telemetry: later(now, -telemetry * DAY) }
}

/** Deletes messages that nobody acknowledged in time, in small batches, and rates that nobody reads any more. */
async function purgeMessages(
  { store }: Context,
  { now, shouldContinue }: { now: Date; shouldContinue: ShouldContinue },
): Promise<void> {
  const { queues } = store
  await purgeUntilEmpty(shouldContinue, () => queues.purge({ now, limit: BATCH_SIZE }))
  if (shouldContinue()) await queues.purgeRates(later(now, -2 * DAY))
}

/** Runs `purge` page by page, beginning with the oldest. */
async function purgePages(
  shouldContinue: ShouldContinue,
  purge: (after: number) => Promise<{ next: number | null }>,
): Promise<void> {
  let after: number | null = 0
  while (after !== null && shouldContinue()) after = (await purge(after)).next
}

/** Runs `purge` until it returns 0 or false. */
async function purgeUntilEmpty(
  shouldContinue: ShouldContinue,
  purge: () => Promise<number | boolean>,
): Promise<void> {
  let more = true
  while (more && shouldContinue()) more = Boolean(await purge())
}

/** Deletes the data of a batch of endpoints that were declined too long ago to undo it. Returns their number. */
export async function purgeDeclined({ store }: Context, now: Date): Promise<number> {
  const endpointIds = await store.maintenance.listDeclined(later(now, -UNDO_DECLINE_HOURS * HOUR))
  for (const endpointId of endpointIds) {
    await store.change<null>({
      endpointId,
      now,
      idempotencyKey: null,
      decide: ({ found }) => {
        const endpoint = found?.endpoint
        // It may have been undone and declined again meanwhile.
        const isFinal = endpoint?.declinedAt && !endpoint.purgedAt && !getUndoEnd(endpoint, now)
        return { answer: null, remember: false, consequences: isFinal ? toPurge(endpoint) : [] }
      },
    })
  }
  return endpointIds.length
}

/** The addresses of the destinations are deleted too. */
function toPurge({ settings }: EndpointFacts): Consequence[] {
  if (settings.destinations.length === 0) return [{ kind: 'purge' }]
  return [{ kind: 'purge' }, { kind: 'settings', settings: { ...settings, destinations: [] } }]
}
