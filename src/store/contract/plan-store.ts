import type { ExtendedRetention, RetentionDays } from '../../domain/plans/retention.ts'
import type { NewNotice } from './changes.ts'

/** The plans of accounts, and what plans keep. */
export type PlanStore = {
  /** The account of this mailbox, as `mailboxIdentity` has it; null when there is none. */
  findOwner(mailbox: string): Promise<PlanOwner | null>
  /** A page of the accounts on a plan, the oldest first. */
  listOwners(request: { plan: string; after: number; limit: number }): Promise<PlanOwner[]>
  /** Counts the accounts on each plan; plans without accounts are absent. */
  countOwners(): Promise<Map<string, number>>
  /** Changes the plan of an account under its lock, as `decide` says; null when the account is gone. */
  changePlan<Answer>(request: {
    accountKey: number
    now: Date
    decide(owner: PlanOwner): { answer: Answer; change: PlanChange | null }
  }): Promise<Answer | null>
  /** Returns the retention of each plan as last recorded. */
  listRecordedPlans(): Promise<RecordedPlan[]>
  /** Writes down what plans keep from now on. */
  recordPlans(plans: readonly RecordedPlan[]): Promise<void>
}

export type PlanOwner = {
  key: number
  /** `mailboxIdentity` of the owner's mailbox. */
  mailbox: string
  plan: string
  createdAt: Date
  extendedRetention: ExtendedRetention | null
}

export type PlanChange = {
  plan: string
  extendedRetention: ExtendedRetention | null
  /** The email that says so, if any. */
  notice: NewNotice | null
}

export type RecordedPlan = {
  name: string
  retention: RetentionDays
  /** Time since which it keeps less than it `had`, while owners remain to be notified; null otherwise. */
  reduction: { at: Date; before: RetentionDays } | null
}
