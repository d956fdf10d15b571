import type { ClockCheck } from '../../domain/maintenance/purge-pause.ts'
import type { RetentionDays } from '../../domain/plans/retention.ts'

/** Hourly maintenance. Each batch of deletions is followed by a pause, so that other writes get through. */
export type Maintenance = {
  /**
   * Looks at up to `limit` submissions, oldest first, beginning behind the key `after`, and deletes those older than
   * their owner keeps them. `next` is where to go on, null when the rest is too young for any plan.
   */
  purgeSubmissions(request: PurgeRequest): Promise<{ deleted: number; next: number | null }>
  /**
   * Maintains the database: returns free space, and creates partitions ahead of time.
   *
   * @param request.oldestRetained no plan keeps what was received before
   */
  maintain(request: { now: Date; oldestRetained: Record<keyof RetentionDays, Date> }): Promise<void>
  /** The names of the plans that owners have, also of those that are not in the table of plans any more. */
  plansInUse(): Promise<string[]>
  /**
   * Returns the longest retention, in days, that an account still has at `now` because of an earlier plan; 0 when
   * none has.
   */
  findLongestRetention(now: Date): Promise<RetentionDays>
  /** Deletes a batch; 0 when none is left. */
  purgeCreations(before: Date): Promise<number>
  /** Deletes a batch of the notices that expired before then, with their jobs and attempts; 0 when none is left. */
  purgeNotices(before: Date): Promise<number>
  /** Deletes a batch; 0 when none is left. */
  purgeIdempotentResults(before: Date): Promise<number>
  /**
   * Forgets the recipients of a batch of unclaimed endpoints that accepted nothing since then and hold no submission; 0
   * when none is left. Their hashes stay.
   */
  forgetRecipients(before: Date): Promise<number>
  /** Deletes a batch of what closed accounts hold; false when nothing is left. */
  purgeClosedAccounts(): Promise<boolean>
  /** Loads the last check of the clock, of any node; null before the first. */
  loadClockCheck(): Promise<ClockCheck | null>
  saveClockCheck(check: ClockCheck): Promise<void>
}

export type PurgeRequest = { now: Date; after: number; limit: number; retention: Retention }

/** Retention by name of the plan; `unclaimed` for endpoints without an owner. */
export type Retention = { unclaimed: RetentionDays; plans: Readonly<Record<string, RetentionDays>> }
