import type { ClockCheck } from '../../domain/maintenance/purge-pause.ts'
import type { RetentionDays } from '../../domain/plans/retention.ts'

/** What is done by the hour. Who deletes a batch rests after it, so that others have their turn. */
export type Maintenance = {
  /**
   * Looks at up to `limit` submissions, oldest first, beginning behind the key `after`, and deletes those older than
   * their owner keeps them. `next` is where to go on, null when the rest is too young for any plan.
   */
  purgeSubmissions(request: PurgeRequest): Promise<{ deleted: number; next: number | null }>
  /**
   * What the database needs by the hour: space that is free given back, room made for what is to come.
   *
   * @param request.oldestKept no plan keeps what was received before
   */
  maintain(request: { now: Date; oldestKept: Record<keyof RetentionDays, Date> }): Promise<void>
  /** The names of the plans that owners have, also of those that are not in the table of plans any more. */
  plansInUse(): Promise<string[]>
  /** The most days that an account keeps each at `now` because its plan kept it before; 0 when none does. */
  longestKept(now: Date): Promise<RetentionDays>
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

/** What is kept, by name of the plan; `unclaimed` for endpoints without an owner. */
export type Retention = { unclaimed: RetentionDays; plans: Readonly<Record<string, RetentionDays>> }
