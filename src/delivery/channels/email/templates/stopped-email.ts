import { getKindRules } from '../../../../domain/endpoints/kinds.ts'
import { formatInstant, LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { NoticeContents } from './notice-contents.ts'
import { shownName } from './submitted-text.ts'

/**
 * Composes the email that says that the emails of an endpoint were stopped by a link.
 *
 * @param input.url page that turns them on again
 */
export function stoppedContents(input: {
  language: Language
  endpointId: string
  /** Name of the endpoint. */
  name: string | null
  addressee: 'recipient' | 'destination'
  url: string
  base: string
}): NoticeContents {
  const { language, endpointId, addressee, url, base } = input
  const words = textsIn(language).emails.notice.stopped
  const heading = words.heading({ name: shownName(input.name) ?? endpointId })
  const { sentenceSpace } = LANGUAGE_FACTS[language]
  const effect =
    addressee === 'recipient' ? words.continues[getKindRules({ id: endpointId }).kind] : words.noLongerSent
  const opening = `${words.opening({ id: endpointId, base })}${sentenceSpace}${effect}`
  return {
    language,
    subject: heading,
    preview: words.preview,
    heading,
    paragraphs: [opening, words.ifYou],
    button: { label: words.button, url },
    code: null,
    notes: [words.note],
    stop: null,
  }
}

/**
 * Composes the email that says that the emails of a form were snoozed by a link.
 *
 * @param input.url URL of the page that ends the snooze
 */
export function snoozedContents(input: {
  language: Language
  endpointId: string
  /** Name of the form. */
  name: string | null
  until: Date
  url: string
  base: string
}): NoticeContents {
  const { language, endpointId, until, url, base } = input
  const { snoozed: words, stopped } = textsIn(language).emails.notice
  const heading = words.heading({ name: shownName(input.name) ?? endpointId })
  const time = formatInstant(language, until)
  return {
    language,
    subject: heading,
    preview: words.preview,
    heading,
    paragraphs: [words.opening({ id: endpointId, base, time }), stopped.ifYou],
    button: { label: words.button, url },
    code: null,
    notes: [words.note],
    stop: null,
  }
}
