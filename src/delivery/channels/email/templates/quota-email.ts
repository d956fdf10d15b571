import { formatInstant, LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import type { QuotaWarning } from '../../../../domain/plans/quota-warning.ts'
import { type Texts, textsIn } from '../../../../locales/texts.ts'
import type { NoticeContents } from './notice-contents.ts'
import { shownName } from './submitted-text.ts'

/** Composes the email that warns an owner of a quota that is nearly or completely used up. */
export function quotaContents(
  input: QuotaWarning & {
    language: Language
    endpointId: string | null
    /** Name of the endpoint. */
    name: string | null
    base: string
  },
): NoticeContents {
  const { language, what, percent, endpointId, base } = input
  const { quota: words, viewUsage } = textsIn(language).emails.notice
  const amount = words.kinds[what].amount({ count: input.quota })
  const name = endpointId === null ? null : (shownName(input.name) ?? endpointId)
  const time = formatInstant(language, new Date(input.resetsAt))
  const full = percent === 100
  const heading = composeHeading(words, { name, amount, percent: String(percent), full })
  const includes =
    endpointId === null
      ? words.includesForAccount({ amount, base })
      : words.includesForForm({ amount, id: endpointId, base })
  const { sentenceSpace } = LANGUAGE_FACTS[language]
  return {
    language,
    subject: heading,
    preview: full ? words.previewReached({ time }) : words.previewUsed({ time }),
    heading,
    paragraphs: [
      `${includes}${sentenceSpace}${full ? words.kinds[what].refused : words.thenRefused}`,
      words.resets({ time, base }),
    ],
    button: { label: viewUsage, url: `${base}/app/usage` },
    code: null,
    notes: [endpointId === null ? words.noteForAccount : words.noteForForm],
    stop: null,
  }
}

function composeHeading(
  words: Texts['emails']['notice']['quota'],
  { name, amount, percent, full }: { name: string | null; amount: string; percent: string; full: boolean },
): string {
  if (full) return name === null ? words.reachedByYou({ amount }) : words.reached({ name, amount })
  return name === null ? words.usedByYou({ percent, amount }) : words.used({ name, percent, amount })
}
