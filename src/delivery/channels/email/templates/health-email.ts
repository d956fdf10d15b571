import { formatCount, formatInstant, type Language } from '../../../../domain/language.ts'
import type { AnnouncedFinding } from '../../../../domain/outbox/notice.ts'
import { type Texts, textsIn } from '../../../../locales/texts.ts'
import type { Facts, NoticeContents } from './notice-contents.ts'
import { defang, plainLine, shownName } from './submitted-text.ts'

/** Composes the email that tells an owner what is wrong with the page of a form. Names of fields are text of strangers. */
export function healthContents(input: {
  language: Language
  endpointId: string
  /** Name of the endpoint. */
  name: string | null
  findings: readonly AnnouncedFinding[]
  base: string
}): NoticeContents {
  const { language, endpointId, findings, base } = input
  const words = textsIn(language).emails.notice.health
  const heading = words.heading({ name: shownName(input.name) ?? endpointId })
  return {
    language,
    subject: heading,
    preview: words.preview,
    heading,
    paragraphs: [
      words.opening({ id: endpointId, base }),
      ...findings.flatMap((finding) => [words.findings[finding.code], listFacts(finding, words, language)]),
    ],
    button: { label: words.button, url: `${base}/app/forms/${endpointId}` },
    code: null,
    notes: [words.note],
    stop: null,
  }
}

function listFacts(
  finding: AnnouncedFinding,
  words: Texts['emails']['notice']['health'],
  language: Language,
): Facts {
  const count = (number: number) => formatCount(language, number)
  const time = formatInstant(language, new Date(finding.since))
  const fact = (name: string, value: string) => ({ name, value, aside: null })
  if (finding.code !== 'field_missing') {
    const label = finding.code === 'repeats_in_spam' ? words.inSpam : words.refused
    return { facts: [fact(words.since, time), fact(label, count(finding.count))] }
  }
  const { field, sent, of, missingIn } = finding
  return {
    facts: [
      fact(words.field, defang(plainLine(field))),
      fact(words.lastSent, time),
      fact(words.missing, count(missingIn)),
      fact(words.before, `${count(sent)} / ${count(of)}`),
    ],
  }
}
