import type { Usage } from '../actions/plans/usage.ts'
import { getName } from '../domain/endpoints/endpoint.ts'
import { formatBytes } from '../domain/language.ts'
import type { Plan } from '../domain/plans/plan.ts'
import { getPlanRetention } from '../domain/plans/retention.ts'

/** Number of characters of a full bar. */
const BAR_LENGTH = 20
const HEADS = [
  ...['plan', 'submissions', 'messages', 'events'],
  ...[
    'submissions kept',
    'telemetry kept',
    'destinations',
    'members',
    'files',
    'largest file',
    'stored files',
    'owners',
  ],
]

/** Number of columns that say what a plan includes. */
const COLUMNS = HEADS.length - 2

type ListedPlan = {
  name: string
  /** null: it was removed from the plans, but still has owners. */
  plan: Plan | null
  owners: number
  isDefault: boolean
}

/** Formats all plans, one per line: monthly quotas, retention and number of owners. */
export function listText(plans: readonly ListedPlan[]): string {
  const rows = plans.map(({ name, plan, owners, isDefault }) => [
    isDefault ? `${name} *` : name,
    ...(plan ? toColumns(plan) : ['removed', ...Array<string>(COLUMNS - 1).fill('')]),
    number(owners),
  ])
  const widths = HEADS.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const lines = [HEADS, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return [
    ...lines,
    '',
    'Monthly quotas: submissions per endpoint, messages and events per account. Files: per submission. * is the plan of new owners.',
    ...(plans.some(({ plan }) => plan === null)
      ? [
          'removed: no longer in the plans. Its owners get the quotas of *, and none of their data is deleted.',
        ]
      : []),
  ].join('\n')
}

function toColumns(plan: Plan): string[] {
  return [
    quota(plan.submissionsPerMonth),
    quota(plan.queueMessagesPerMonth),
    quota(plan.telemetryEventsPerMonth),
    days(plan.submissionRetentionDays),
    days(plan.telemetryRetentionDays),
    number(plan.destinations),
    number(plan.members),
    number(plan.filesPerSubmission),
    formatBytes('en', plan.fileBytes),
    formatBytes('en', plan.storedBytes),
  ]
}

/**
 * Formats one owner: plan, usage of the month and retention.
 *
 * @param shown.named plan name stored with the account, which can be removed from the plans
 */
export function showText(shown: { email: string; named: string; usage: Usage }): string {
  const { email, named, usage } = shown
  const { plan, retention, retentionReducedAt } = usage
  const removedNote = named === plan.name ? '' : ` (instead of "${named}", which was removed)`
  const { telemetry, queue, storedBytes } = usage
  const bars = usage.endpoints.map(({ endpoint, month }) => ({
    name: [endpoint.id, getName(endpoint)].filter((word) => word !== null).join(' '),
    ...month,
  }))
  return [
    `${email}: plan ${plan.name}${removedNote}`,
    '',
    `Usage in ${usage.month}; quotas reset at ${usage.resetsAt.toISOString()}:`,
    ...bars.toSorted((one, other) => getPart(other) - getPart(one)).map(formatUsage),
    formatUsage({ name: 'telemetry events', ...telemetry }),
    formatUsage({ name: 'queue messages', ...queue }),
    '',
    `Stored files: ${formatBytes('en', storedBytes.used)} of ${formatBytes('en', storedBytes.limit)}`,
    `Retention: submissions ${days(retention.submissions)}, telemetry ${days(retention.telemetry)}`,
    ...(retentionReducedAt
      ? [
          `From ${retentionReducedAt.toISOString()}: submissions ${formatRetention(plan)}; older data is then deleted`,
        ]
      : []),
  ].join('\n')
}

/** Formats the result of `plan set`. */
export function changedText(change: {
  email: string
  before: string
  plan: Plan
  changed: boolean
  retentionReducedAt: Date | null
}): string {
  const { email, before, plan, retentionReducedAt } = change
  if (!change.changed) return `${email} is already on ${plan.name}.`
  return [
    `${email} is now on ${plan.name} (previously ${before}). The owner is notified by email.`,
    ...(retentionReducedAt
      ? [`Data beyond the new retention is kept until ${retentionReducedAt.toISOString()} and then deleted.`]
      : []),
  ].join('\n')
}

function formatUsage({ name, used, limit }: { name: string; used: number; limit: number | null }): string {
  if (limit === null) return `  ${name}  ${number(used)}, unlimited`
  const part = getPart({ used, limit })
  const full = Math.floor(part * BAR_LENGTH)
  const bar = `${'#'.repeat(full)}${'.'.repeat(BAR_LENGTH - full)}`
  return `  [${bar}] ${formatPercent(part, used).padStart(3)} %  ${number(used)} of ${number(limit)}  ${name}`
}

/** Returns the used part of a quota, at most 1; 0 of an unlimited one. */
function getPart({ used, limit }: { used: number; limit: number | null }): number {
  if (limit === null) return 0
  return limit === 0 ? 1 : Math.min(1, used / limit)
}

/** Formats a part as whole percent, and as "<1" where that would show usage as none. */
function formatPercent(part: number, used: number): string {
  return used > 0 && part < 0.01 ? '<1' : String(Math.floor(part * 100))
}

function formatRetention(plan: Plan): string {
  const { submissions, telemetry } = getPlanRetention(plan)
  return `${days(submissions)}, telemetry ${days(telemetry)}`
}

function quota(value: number | null): string {
  return value === null ? 'unlimited' : number(value)
}

function days(value: number): string {
  return `${number(value)} day${value === 1 ? '' : 's'}`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
