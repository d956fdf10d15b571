import type { Plan } from '../../../../domain/plans/plan.ts'
import { dateText } from './copy.ts'
import type { Facts, NoticeContents } from './notice-email.ts'

type Fact = Facts['facts'][number]

/** The quotas of a plan, and whose each is. */
const QUOTAS: readonly [key: keyof Plan & `${string}PerMonth`, words: string][] = [
  ['submissionsPerMonth', 'Form submissions a month, for each endpoint'],
  ['queueMessagesPerMonth', 'Queue messages a month'],
  ['telemetryEventsPerMonth', 'Telemetry events a month'],
]
const RETENTIONS: readonly [key: keyof Plan & `${string}RetentionDays`, words: string][] = [
  ['submissionRetentionDays', 'Submissions are kept for'],
  ['telemetryRetentionDays', 'Telemetry is kept for'],
]

/** What the email says to an owner whose plan is another, or keeps less than it did. */
export function planContents(input: {
  /** Null where it is not known any more. */
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
    ? `What your plan at ${service.name} keeps is changing`
    : `Your plan at ${service.name} is now ${titleOf(after)}`
  const opening = samePlan
    ? `The operator of ${base} has changed what the ${titleOf(after)} plan keeps.`
    : `The operator of ${base} has put your account on the ${titleOf(after)} plan${before ? `, from ${titleOf(before)}` : ''}. Its quotas hold from now on.`
  const changes = changesOf(before, after)
  return {
    subject: heading,
    preview: shrinks ? `From ${shrinks} on, older data is deleted.` : 'It holds from now on.',
    heading,
    paragraphs: [
      opening,
      ...(changes.length === 0 ? [] : [{ facts: changes }]),
      ...(shrinks
        ? [
            `From ${shrinks} on, what is older than the plan keeps is deleted, for good: ${keptText(after)}. Until then nothing of yours is deleted because of this change. Export what you want to keep.`,
          ]
        : []),
    ],
    button: shrinks
      ? { label: 'Export what you have', url: `${base}/app/account` }
      : { label: 'Look at your usage', url: `${base}/app/usage` },
    code: null,
    notes: ['You get this email because endpoints at this address are yours.'],
    stop: null,
  }
}

/** `Form submissions a month, for each endpoint: 10,000 (50 before)`, of all that differs. */
function changesOf(before: Plan | null, after: Plan): Fact[] {
  const quotas = QUOTAS.filter(([key]) => !before || before[key] !== after[key]).map(([key, words]) =>
    changeOf(words, quotaText(after[key]), before && quotaText(before[key])),
  )
  const days = RETENTIONS.filter(([key]) => !before || before[key] !== after[key]).map(([key, words]) =>
    changeOf(words, dayText(after[key]), before && dayText(before[key])),
  )
  const destinations =
    before && before.destinations === after.destinations
      ? []
      : [
          changeOf(
            'Further mailboxes for an endpoint',
            String(after.destinations),
            before && String(before.destinations),
          ),
        ]
  return [...quotas, ...days, ...destinations]
}

function changeOf(name: string, value: string, before: string | null): Fact {
  return { name, value, aside: before === null ? null : `(${before} before)` }
}

function quotaText(quota: number | null): string {
  return quota === null ? 'any number' : quota.toLocaleString('en')
}

function dayText(days: number): string {
  return `${days.toLocaleString('en')} day${days === 1 ? '' : 's'}`
}

function keptText(plan: Plan): string {
  return `submissions after ${dayText(plan.submissionRetentionDays)}, telemetry after ${dayText(plan.telemetryRetentionDays)}`
}

/** Plans are named in lower case where they are data. */
function titleOf({ name }: Plan): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
