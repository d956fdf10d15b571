import { type Kysely, sql } from 'kysely'
import type { ClockCheck } from '../../domain/maintenance/purge-pause.ts'
import type { RetentionDays } from '../../domain/plans/retention.ts'
import { toDate } from '../../domain/time.ts'
import { emptyClosedAccounts } from '../accounts/closed-accounts.ts'
import { plansInUse } from '../accounts/mailboxes.ts'
import { countSealedOtherwise, listSealedOtherwise, replaceSecrets } from '../destinations/sealed-secrets.ts'
import { deleteCreations } from '../endpoints/creations.ts'
import { listDeclined } from '../endpoints/declines.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Connection } from '../engine/connection.ts'
import { deleteIdempotentResults } from '../engine/idempotent-results.ts'
import type { Schema } from '../engine/schema.ts'
import { keyAt } from '../engine/sequence.ts'
import { deleteSpentChallenges } from '../engine/spent-challenges.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import { forgetPauses } from '../outbox/bounced-mailboxes.ts'
import { purgeNotices } from '../outbox/notices.ts'
import { forgetNetworks } from '../outbox/unconfirmed-emails.ts'
import {
  deleteExpired,
  findExpired,
  findLongestRetention,
  type PurgeRequest,
  purgeTrash,
} from './purge-submissions.ts'

/** Hourly maintenance. Each batch of deletions is followed by a pause, so that other writes get through. */
export type Maintenance = ReturnType<typeof createMaintenance>

/** Creates the hourly maintenance on the write queue and the reading connection. */
export function createMaintenance(parts: {
  connection: Connection
  write: QueueWrite
  /** Called when the search index needs tidying. */
  onMaintained(): void
}) {
  const { connection, write } = parts
  const { reads } = connection
  const purge = throttledWrite(write)
  return {
    /**
     * Reads up to `limit` submissions with keys above `after`, oldest first, and deletes those beyond the retention of
     * their owner's plan. `next` is the key to continue after; null when the rest is within the retention of every plan.
     */
    async purgeSubmissions(request: PurgeRequest): Promise<{ deleted: number; next: number | null }> {
      // Expired submissions are found on the reading connection, so that writers wait for deletes alone.
      const { expired: keys, next } = await findExpired(reads, request)
      if (keys.length === 0) return { deleted: 0, next }
      return { deleted: await purge(({ db }) => deleteExpired(db, { ...request, keys })), next }
    },
    ...bindReads(reads, {
      plansInUse,
      findLongestRetention,
      listDeclined,
      loadClockCheck,
      listSealedOtherwise,
      countSealedOtherwise,
    }),
    ...bindWrites(write, { saveClockCheck }),
    ...bindWrites(purge, {
      purgeCreations: deleteCreations,
      purgeNotices,
      purgeTrash,
      purgeIdempotentResults: deleteIdempotentResults,
      purgeSpentChallenges: deleteSpentChallenges,
      forgetNetworks,
      forgetPauses,
      forgetRecipients,
      replaceSecrets,
    }),
    /** Deletes a batch of the data of closed accounts. Returns false when nothing is left. */
    purgeClosedAccounts: () => purge(({ db, getTally }) => emptyClosedAccounts(db, getTally())),
    /**
     * Maintains the database: returns free space, and creates partitions ahead of time.
     *
     * @param request.oldestRetained no plan retains data received before these instants
     */
    maintain({
      now,
      oldestRetained: { submissions, telemetry },
    }: {
      now: Date
      oldestRetained: Record<keyof RetentionDays, Date>
    }): Promise<void> {
      const oldestRetained = { submissions: keyAt(submissions), telemetry: keyAt(telemetry) }
      return write(({ db }) => connection.maintain(db, { now, oldestRetained })).finally(parts.onMaintained)
    },
  }
}

/** Maximum number of endpoints changed by one write: few enough that a new submission hardly waits. */
const MAX_ENDPOINTS_PER_WRITE = 100

/**
 * Deletes the recipients of a batch of unclaimed endpoints that accepted nothing since then and have no submission. Their
 * hashes stay. Returns 0 when none is left.
 */
async function forgetRecipients(db: Kysely<Schema>, before: Date): Promise<number> {
  const rows = await db
    .selectFrom('endpoints')
    .select('key')
    // In the same words as the index, so that SQLite uses it.
    .where(sql<boolean>`claimed_at is null and recipient <> ''`)
    .where('created_at', '<=', before.getTime())
    .where((where) =>
      where.or([where('last_accepted_at', 'is', null), where('last_accepted_at', '<=', before.getTime())]),
    )
    // A stored submission may have a pending email. A subquery, because PostgreSQL would read all submissions for a join.
    .where(sql<boolean>`(select key from submissions where submissions.key = endpoints.newest_key) is null`)
    .orderBy('created_at')
    .limit(MAX_ENDPOINTS_PER_WRITE)
    // Locked endpoints are skipped: the next hour tries again.
    .forUpdate()
    .skipLocked()
    .execute()
  if (rows.length === 0) return 0
  const keys = rows.map((row) => row.key)
  await db
    .updateTable('endpoints')
    .set({ recipient: '', network_key: null, site_host: null })
    .where('key', 'in', keys)
    .execute()
  return rows.length
}

/** Loads the last check of the clock, of any node; null before the first. */
async function loadClockCheck(db: Kysely<Schema>): Promise<ClockCheck | null> {
  const row = await db.selectFrom('clock_checks').selectAll().executeTakeFirst()
  return row ? { checkedAt: new Date(row.checked_at), pausedUntil: toDate(row.paused_until) } : null
}

/** Saves the check of the clock in place of the last one. */
async function saveClockCheck(db: Kysely<Schema>, { checkedAt, pausedUntil }: ClockCheck): Promise<void> {
  const row = { checked_at: checkedAt.getTime(), paused_until: pausedUntil?.getTime() ?? null }
  await db
    .insertInto('clock_checks')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
