import type { Usage } from '../actions/plans/usage.ts'
import type { Plan } from '../domain/plans/plan.ts'
import { getPlanRetention } from '../domain/plans/retention.ts'

/** Characters of a bar that is full. */
const BAR = 20
const HEADS = ['plan', 'submissions', 'messages', 'events', 'kept', 'telemetry', 'mailboxes', 'owners']

type ListedPlan = {
  name: string
  /** Null: owners have it, and the operator has taken it out of the table. */
  plan: Plan | null
  owners: number
  isDefault: boolean
}

/** All plans, one a line: what may come in by the month, for how long it is kept, how many owners have it. */
export function listText(plans: readonly ListedPlan[]): string {
  const rows = plans.map(({ name, plan, owners, isDefault }) => [
    isDefault ? `${name} *` : name,
    ...(plan ? columnsOf(plan) : ['gone', '', '', '', '', '']),
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
    'A month: submissions by endpoint, messages and events by account. * is the plan of new owners.',
    ...(plans.some(({ plan }) => plan === null)
      ? [
          'gone: not in the table any more. Its owners have the quotas of *, and nothing of theirs is deleted.',
        ]
      : []),
  ].join('\n')
}

function columnsOf(plan: Plan): string[] {
  return [
    quota(plan.submissionsPerMonth),
    quota(plan.queueMessagesPerMonth),
    quota(plan.telemetryEventsPerMonth),
    days(plan.submissionRetentionDays),
    days(plan.telemetryRetentionDays),
    number(plan.destinations),
  ]
}

/**
 * One owner: plan, what is used of it, when that begins anew, what is kept and what will be.
 *
 * @param shown.named the plan that stands at the account, which may be gone from the table
 */
export function showText(shown: { mailbox: string; named: string; usage: Usage }): string {
  const { mailbox, named, usage } = shown
  const { plan, kept, retentionReducedAt } = usage
  const gone = named === plan.name ? '' : ` (for "${named}", which is not in the table any more)`
  const { telemetry, queue } = usage
  const bars = usage.endpoints.map(({ endpoint, month }) => ({
    name: endpoint.settings.name === null ? endpoint.id : `${endpoint.id} ${endpoint.settings.name}`,
    ...month,
  }))
  return [
    `${mailbox}: plan ${plan.name}${gone}`,
    '',
    `Used in ${usage.month}; all counts begin anew at ${usage.resetsAt.toISOString()}:`,
    ...bars.map(barText),
    barText({ name: 'telemetry events', ...telemetry }),
    barText({ name: 'queue messages', ...queue }),
    '',
    `Kept: submissions ${days(kept.submissions)}, telemetry ${days(kept.telemetry)}`,
    ...(retentionReducedAt
      ? [
          `From ${retentionReducedAt.toISOString()} on: submissions ${keptText(plan)}; older ones are deleted then`,
        ]
      : []),
  ].join('\n')
}

/** What came of `plan set`. */
export function changedText(change: {
  mailbox: string
  before: string
  plan: Plan
  changed: boolean
  retentionReducedAt: Date | null
}): string {
  const { mailbox, before, plan, retentionReducedAt } = change
  if (!change.changed) return `${mailbox} is on ${plan.name} already.`
  return [
    `${mailbox} is on ${plan.name} now, was on ${before}. An email tells the owner.`,
    ...(retentionReducedAt
      ? [`What ${before} kept longer is kept until ${retentionReducedAt.toISOString()}, and deleted then.`]
      : []),
  ].join('\n')
}

function barText({ name, used, limit }: { name: string; used: number; limit: number | null }): string {
  if (limit === null) return `  ${name}  ${number(used)}, no limit`
  const part = limit === 0 ? 1 : Math.min(1, used / limit)
  const full = Math.floor(part * BAR)
  const bar = `${'#'.repeat(full)}${'.'.repeat(BAR - full)}`
  return `  [${bar}] ${String(Math.floor(part * 100)).padStart(3)} %  ${number(used)} of ${number(limit)}  ${name}`
}

function keptText(plan: Plan): string {
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
