import { getKindRules } from '../../../../domain/endpoints/kinds.ts'
import { LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import { noticeWordsIn } from '../words/email-words.ts'
import type { NoticeContents } from './notice-contents.ts'
import { shownName } from './shown-name.ts'

/**
 * Composes the email that says that the emails of an endpoint were stopped by a link.
 *
 * @param input.url page that turns them on again; null for a destination, which the owner of the form has to add again
 */
export function stoppedContents(input: {
  language: Language
  endpointId: string
  /** Name of the endpoint. */
  name: string | null
  url: string | null
  base: string
}): NoticeContents {
  const { language, endpointId, url, base } = input
  const words = noticeWordsIn(language).stopped
  const heading = words.heading(shownName(input.name) ?? endpointId)
  const { sentenceSpace } = LANGUAGE_FACTS[language]
  const { effect, ...way } =
    url === null
      ? { ...words.destination, button: null }
      : {
          effect: words.continues[getKindRules({ id: endpointId }).kind],
          preview: words.preview,
          again: null,
          button: { label: words.button, url },
        }
  const opening = `${words.opening({ id: endpointId, base })}${sentenceSpace}${effect}`
  return {
    language,
    subject: heading,
    preview: way.preview,
    heading,
    paragraphs: [opening, words.ifYou, ...(way.again === null ? [] : [way.again])],
    button: way.button,
    code: null,
    notes: [words.note],
    stop: null,
  }
}
