import type { Plan } from '../../../../domain/plans/plan.ts'
import { dateText } from './copy.ts'
import type { Facts, NoticeContents } from './notice-contents.ts'

type Fact = Facts['facts'][number]

/** Quotas of a plan with their labels. */
const QUOTAS: readonly [key: keyof Plan & `${string}PerMonth`, words: string][] = [
  ['submissionsPerMonth', 'Form submissions a month, per form'],
  ['queueMessagesPerMonth', 'Queue messages a month'],
  ['telemetryEventsPerMonth', 'Telemetry events a month'],
]
const RETENTIONS: readonly [key: keyof Plan & `${string}RetentionDays`, words: string][] = [
  ['submissionRetentionDays', 'Submissions are kept for'],
  ['telemetryRetentionDays', 'Telemetry is kept for'],
]

/** Composes the email about a new plan, or about a plan whose retention was reduced. */
export function planContents(input: {
  /** Null if no longer known. */
  before: Plan | null
  after: Plan
  retentionReducedAt: string | null
  service: { name: string; base: string }
}): NoticeContents {
  const { before, after, service } = input
  const { base } = service
  const shrinks = input.retentionReducedAt === null ? null : dateText(new Date(input.retentionReducedAt))
  const samePlan = before?.name === after.name
  const heading = samePlan
    ? `The retention of your plan at ${service.name} is changing`
    : `Your plan at ${service.name} is now ${toPlanTitle(after)}`
  const opening = samePlan
    ? `The operator of ${base} has changed the retention of the ${toPlanTitle(after)} plan.`
    : `The operator of ${base} has moved your account${before ? ` from the ${toPlanTitle(before)} plan` : ''} to the ${toPlanTitle(after)} plan. The new limits apply now.`
  const changes = listChanges(before, after)
  return {
    subject: heading,
    preview: shrinks ? `From ${shrinks}, older data is deleted.` : 'The new limits apply now.',
    heading,
    paragraphs: [
      opening,
      ...(changes.length === 0 ? [] : [{ facts: changes }]),
      ...(shrinks
        ? [
            `From ${shrinks}, we will permanently delete data older than your plan keeps: ${retentionText(after)}. Until then this change deletes nothing. Export what you want to keep.`,
          ]
        : []),
    ],
    button: shrinks
      ? { label: 'Export your data', url: `${base}/app/settings/account` }
      : { label: 'View usage', url: `${base}/app/usage` },
    code: null,
    notes: ['You get this email because you own endpoints here.'],
    stop: null,
  }
}

/** Lists what differs: `Form submissions a month, per form: 10,000 (previously 50)`. */
function listChanges(before: Plan | null, after: Plan): Fact[] {
  const quotas = QUOTAS.filter(([key]) => !before || before[key] !== after[key]).map(([key, words]) =>
    toChange(words, quotaText(after[key]), before && quotaText(before[key])),
  )
  const days = RETENTIONS.filter(([key]) => !before || before[key] !== after[key]).map(([key, words]) =>
    toChange(words, dayText(after[key]), before && dayText(before[key])),
  )
  const destinations =
    before && before.destinations === after.destinations
      ? []
      : [
          toChange(
            'Additional destinations per form',
            String(after.destinations),
            before && String(before.destinations),
          ),
        ]
  return [...quotas, ...days, ...destinations]
}

function toChange(name: string, value: string, before: string | null): Fact {
  return { name, value, aside: before === null ? null : `(previously ${before})` }
}

function quotaText(quota: number | null): string {
  return quota === null ? 'unlimited' : quota.toLocaleString('en')
}

function dayText(days: number): string {
  return `${days.toLocaleString('en')} day${days === 1 ? '' : 's'}`
}

function retentionText(plan: Plan): string {
  return `submissions after ${dayText(plan.submissionRetentionDays)}, telemetry after ${dayText(plan.telemetryRetentionDays)}`
}

/** Returns the name of a plan with a capital. */
function toPlanTitle({ name }: Plan): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
