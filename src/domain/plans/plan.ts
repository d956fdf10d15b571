/** Monthly quotas and retention of an owner. null: unlimited. */
export type Plan = {
  name: string
  /** Per endpoint. */
  submissionsPerMonth: number | null
  /** Per account, like telemetry events. */
  queueMessagesPerMonth: number | null
  telemetryEventsPerMonth: number | null
  submissionRetentionDays: number
  telemetryRetentionDays: number
  /** Maximum number of additional destinations of one endpoint. */
  destinations: number
  /** Maximum number of watches of one telemetry endpoint. */
  watches: number
  /** Maximum number of members of the account, invited ones included, beside the person who holds it. */
  members: number
  /** Maximum size of one file that a visitor attaches, and of all files of a submission. Bytes, like `storedBytes`. */
  fileBytes: number
  submissionBytes: number
  /** 0: forms take no files. */
  filesPerSubmission: number
  /** Maximum size of all stored files of the account; a file counts at least 4 KiB. */
  storedBytes: number
}

const MEBIBYTE = 1024 ** 2
const GIBIBYTE = 1024 ** 3

/** Maximum retention of any plan. */
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
    watches: 1,
    members: 1,
    fileBytes: 5 * MEBIBYTE,
    submissionBytes: 10 * MEBIBYTE,
    filesPerSubmission: 3,
    storedBytes: 50 * MEBIBYTE,
  },
  pro: {
    name: 'pro',
    submissionsPerMonth: 10_000,
    queueMessagesPerMonth: 10_000,
    telemetryEventsPerMonth: 100_000,
    submissionRetentionDays: 90,
    telemetryRetentionDays: 30,
    destinations: 10,
    watches: 20,
    members: 20,
    fileBytes: 25 * MEBIBYTE,
    submissionBytes: 100 * MEBIBYTE,
    filesPerSubmission: 10,
    storedBytes: 5 * GIBIBYTE,
  },
}

/** The plans of an instance. */
export type PlanTable = {
  plans: Readonly<Record<string, Plan>>
  /** Name of the plan of new owners. */
  defaultPlan: string
}

/** Finds the owner's plan; null without an owner. A plan that the operator has removed counts as the default plan. */
export function findPlan(table: PlanTable, name: string | null): Plan | null {
  return name === null ? null : (table.plans[name] ?? table.plans[table.defaultPlan] ?? null)
}

/** Returns the plan whose retention applies to endpoints without an owner. */
export function unclaimedPlan({ plans }: PlanTable): Plan {
  return plans.free ?? PLANS.free
}

/** The month of the last call of `toMonth`: every submission asks for its month several times. */
let lastMonth = { from: 0, until: 0, text: '' }

/** Formats the calendar month in UTC, `2026-11`; months compare as text. */
export function toMonth(now: Date): string {
  const at = now.getTime()
  if (at >= lastMonth.from && at < lastMonth.until) return lastMonth.text
  const month = now.getUTCMonth() + 1
  const text = `${now.getUTCFullYear()}-${month < 10 ? '0' : ''}${month}`
  const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  lastMonth = { from, until: nextMonth(now).getTime(), text }
  return text
}

/** Returns the first instant after a month such as `2026-11`, in UTC. */
export function monthEnd(month: string): Date {
  return nextMonth(new Date(`${month}-01T00:00:00Z`))
}

/** Returns the first instant of the next calendar month in UTC. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}
