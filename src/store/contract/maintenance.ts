import type { ClockCheck } from '../../domain/maintenance/purge-pause.ts'
import type { RetentionDays } from '../../domain/plans/retention.ts'

/** Hourly maintenance. Each batch of deletions is followed by a pause, so that other writes get through. */
export type Maintenance = {
  /**
   * Reads up to `limit` submissions with keys above `after`, oldest first, and deletes those beyond the retention of
   * their owner's plan. `next` is the key to continue after; null when the rest is within the retention of every plan.
   */
  purgeSubmissions(request: PurgeRequest): Promise<{ deleted: number; next: number | null }>
  /** Deletes a batch of submissions that were moved to the trash before then. Returns 0 when none is left. */
  purgeTrash(before: Date): Promise<number>
  /**
   * Maintains the database: returns free space, and creates partitions ahead of time.
   *
   * @param request.oldestRetained no plan retains data received before these instants
   */
  maintain(request: { now: Date; oldestRetained: Record<keyof RetentionDays, Date> }): Promise<void>
  /** Lists the plans of all owners, including plans that were removed from the plans file. */
  plansInUse(): Promise<string[]>
  /**
   * Returns the longest retention, in days, that an account still has at `now` because of an earlier plan; 0 when
   * none has.
   */
  findLongestRetention(now: Date): Promise<RetentionDays>
  /** Deletes a batch of creations. Returns 0 when none is left. */
  purgeCreations(before: Date): Promise<number>
  /** Deletes a batch of notices that expired before then, with their deliveries and attempts. Returns 0 when none is left. */
  purgeNotices(before: Date): Promise<number>
  /** Deletes a batch of idempotent results. Returns 0 when none is left. */
  purgeIdempotentResults(before: Date): Promise<number>
  /** Deletes a batch of spent challenges that ended before then. Returns 0 when none is left. */
  purgeSpentChallenges(before: Date): Promise<number>
  /** Forgets the networks of a batch of emails that began more than an hour ago. Returns the number of changed rows. */
  forgetNetworks(now: Date): Promise<number>
  /**
   * Deletes the recipients of a batch of unclaimed endpoints that accepted nothing since then and have no submission.
   * Their hashes stay. Returns 0 when none is left.
   */
  forgetRecipients(before: Date): Promise<number>
  /** Lists endpoints that were declined before then and still hold their data, oldest first; a batch of them. */
  listDeclined(before: Date): Promise<string[]>
  /** Deletes a batch of the data of closed accounts. Returns false when nothing is left. */
  purgeClosedAccounts(): Promise<boolean>
  /** Loads the last check of the clock, of any node; null before the first. */
  loadClockCheck(): Promise<ClockCheck | null>
  saveClockCheck(check: ClockCheck): Promise<void>
}

export type PurgeRequest = { now: Date; after: number; limit: number; retention: Retention }

/** Retention by name of the plan; `unclaimed` for endpoints without an owner. */
export type Retention = { unclaimed: RetentionDays; plans: Readonly<Record<string, RetentionDays>> }
