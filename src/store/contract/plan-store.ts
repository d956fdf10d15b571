import type { ExtendedRetention, RetentionDays } from '../../domain/plans/retention.ts'
import type { NewNotice } from './changes.ts'

/** The plans of accounts, and the recorded retention of plans. */
export type PlanStore = {
  /** Finds the account of this mailbox, a `mailboxIdentity`; null when there is none. */
  findOwner(mailbox: string): Promise<PlanOwner | null>
  /** Lists a page of the accounts on a plan, oldest first. */
  listOwners(request: { plan: string; after: number; limit: number }): Promise<PlanOwner[]>
  /** Counts the accounts on each plan; plans without accounts are absent. */
  countOwners(): Promise<Map<string, number>>
  /** Changes the plan of a locked account as `decide` says. Returns null when the account is gone. */
  changePlan<Answer>(request: PlanChangeRequest<Answer>): Promise<Answer | null>
  /** Returns the retention of each plan as last recorded. */
  listRecordedPlans(): Promise<RecordedPlan[]>
  /** Records the retention of plans. */
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

export type PlanChangeRequest<Answer> = {
  accountKey: number
  now: Date
  decide(owner: PlanOwner): { answer: Answer; change: PlanChange | null }
}

export type PlanChange = {
  plan: string
  extendedRetention: ExtendedRetention | null
  /** The email about the change; null for none. */
  notice: NewNotice | null
}

export type RecordedPlan = {
  name: string
  retention: RetentionDays
  /** Time of a reduction and the retention before it, until all owners have been notified; null otherwise. */
  reduction: { at: Date; before: RetentionDays } | null
}
