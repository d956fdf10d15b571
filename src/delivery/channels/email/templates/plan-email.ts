import {
  formatBytes,
  formatCount,
  formatInstant,
  LANGUAGE_FACTS,
  type Language,
} from '../../../../domain/language.ts'
import type { Plan } from '../../../../domain/plans/plan.ts'
import { type Texts, textsIn } from '../../../../locales/texts.ts'
import type { Facts, NoticeContents } from './notice-contents.ts'

type Fact = Facts['facts'][number]
type PlanWords = Texts['emails']['notice']['plan']

const QUOTAS = ['submissionsPerMonth', 'queueMessagesPerMonth', 'telemetryEventsPerMonth'] as const
const COUNTS = ['destinations', 'watches', 'members', 'filesPerSubmission'] as const
const SIZES = ['fileBytes', 'submissionBytes', 'storedBytes'] as const
/** Retentions of a plan with their labels. */
const RETENTIONS = [
  ['submissionRetentionDays', 'submissionRetention'],
  ['telemetryRetentionDays', 'telemetryRetention'],
] as const

/** Composes the email about a new plan, or about a plan whose retention was reduced. */
export function planContents(input: {
  language: Language
  /** Null if no longer known. */
  before: Plan | null
  after: Plan
  retentionReducedAt: string | null
  service: { name: string; base: string }
}): NoticeContents {
  const { language, before, after, service } = input
  const { base } = service
  const { plan: words, viewUsage } = textsIn(language).emails.notice
  const time =
    input.retentionReducedAt === null ? null : formatInstant(language, new Date(input.retentionReducedAt))
  const plan = toPlanTitle(after)
  const heading =
    before?.name === after.name
      ? words.newRetention({ service: service.name })
      : words.newPlan({ service: service.name, plan })
  const changes = listChanges({ before, after }, language, words)
  const toDays = (days: number) => words.days({ count: days })
  return {
    language,
    subject: heading,
    preview: time === null ? words.limitsApply : words.previewDeletes({ time }),
    heading,
    paragraphs: [
      composeOpening({ before, after, base }, language, words),
      ...(changes.length === 0 ? [] : [{ facts: changes }]),
      ...(time === null
        ? []
        : [
            words.deletes({
              time,
              submissions: toDays(after.submissionRetentionDays),
              telemetry: toDays(after.telemetryRetentionDays),
            }),
          ]),
    ],
    button:
      time === null
        ? { label: viewUsage, url: `${base}/app/usage` }
        : { label: words.exportData, url: `${base}/app/settings/account` },
    code: null,
    notes: [words.reason],
    stop: null,
  }
}

function composeOpening(
  { before, after, base }: { before: Plan | null; after: Plan; base: string },
  language: Language,
  words: PlanWords,
): string {
  const plan = toPlanTitle(after)
  if (before?.name === after.name) return words.retentionChanged({ base, plan })
  const moved = before
    ? words.movedFrom({ base, before: toPlanTitle(before), plan })
    : words.moved({ base, plan })
  return `${moved}${LANGUAGE_FACTS[language].sentenceSpace}${words.limitsApply}`
}

/** Lists what differs: `Form submissions a month, per form: 10,000 (previously 50)`. */
function listChanges(
  { before, after }: { before: Plan | null; after: Plan },
  language: Language,
  words: PlanWords,
): Fact[] {
  const toChange = (name: string, toText: (plan: Plan) => string): Fact => ({
    name,
    value: toText(after),
    aside: before === null ? null : words.previously({ value: toText(before) }),
  })
  const hasChanged = (key: keyof Plan) => !before || before[key] !== after[key]
  const toQuota = (quota: number | null) => (quota === null ? words.unlimited : formatCount(language, quota))
  return [
    ...QUOTAS.filter(hasChanged).map((key) => toChange(words[key], (plan) => toQuota(plan[key]))),
    ...RETENTIONS.filter(([key]) => hasChanged(key)).map(([key, label]) =>
      toChange(words[label], (plan) => words.days({ count: plan[key] })),
    ),
    ...COUNTS.filter(hasChanged).map((key) =>
      toChange(words[key], (plan) => formatCount(language, plan[key])),
    ),
    ...SIZES.filter(hasChanged).map((key) =>
      toChange(words[key], (plan) => formatBytes(language, plan[key])),
    ),
  ]
}

/** Returns the name of a plan with a capital. */
function toPlanTitle({ name }: Plan): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
