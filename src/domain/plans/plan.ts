/** Monthly quotas and retention of an owner. null = unlimited. */
export type Plan = {
  name: string
  /** Per endpoint. */
  submissionsPerMonth: number | null
  /** Per account, as telemetry events. */
  queueMessagesPerMonth: number | null
  telemetryEventsPerMonth: number | null
  submissionRetentionDays: number
  telemetryRetentionDays: number
  /** Further mailboxes that may get the emails of one endpoint. */
  destinations: number
}

/** The longest that a plan can keep anything. */
export const MAX_RETENTION_DAYS = 3650

/** The plans of the founding specification ("Plan quotas"). */
export const PLANS: { free: Plan; pro: Plan } = {
  free: {
    name: 'free',
    submissionsPerMonth: 50,
    queueMessagesPerMonth: 100,
    telemetryEventsPerMonth: 5_000,
    submissionRetentionDays: 30,
    telemetryRetentionDays: 7,
    destinations: 0,
  },
  pro: {
    name: 'pro',
    submissionsPerMonth: 10_000,
    queueMessagesPerMonth: 10_000,
    telemetryEventsPerMonth: 100_000,
    submissionRetentionDays: 90,
    telemetryRetentionDays: 30,
    destinations: 5,
  },
}

/** The plans of an instance. */
export type PlanTable = {
  plans: Readonly<Record<string, Plan>>
  /** The plan that a new owner starts with. */
  defaultPlan: string
}

/** The owner's plan; null without an owner. One that the operator has taken out of the table counts as the default. */
export function findPlan(table: PlanTable, name: string | null): Plan | null {
  return name === null ? null : (table.plans[name] ?? table.plans[table.defaultPlan] ?? null)
}

/** What an endpoint without an owner is kept by. */
export function unclaimedPlan({ plans }: PlanTable): Plan {
  return plans.free ?? PLANS.free
}

/** The calendar month in UTC, `2026-11`; months compare as text. */
export function toMonth(now: Date): string {
  const month = now.getUTCMonth() + 1
  return `${now.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}`
}

/** The first instant after a month such as `2026-11`, in UTC. */
export function monthEnd(month: string): Date {
  return nextMonth(new Date(`${month}-01T00:00:00Z`))
}

/** The first instant of the next calendar month in UTC. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}
