import type { WebDestination } from '../../../../domain/destinations/destination-kinds.ts'
import { WEB_KINDS } from '../../../../domain/destinations/web-kinds.ts'
import { getKindRules } from '../../../../domain/endpoints/kinds.ts'
import { formatInstant, type Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { NoticeContents } from './notice-contents.ts'
import { defang, plainLine, shownName } from './submitted-text.ts'

/** Folders of the screens of an endpoint. */
const SCREENS = { form: 'forms', telemetry: 'telemetry', queue: 'queues' } as const

/** Composes the email that tells an owner that a destination was disabled. Its answer is text of a stranger. */
export function disabledContents(input: {
  language: Language
  endpointId: string
  /** Name of the endpoint. */
  name: string | null
  destination: Pick<WebDestination, 'kind' | 'origin'>
  because: 'gone' | 'failing'
  /** RFC 3339: when it was disabled, and since when all attempts have failed. */
  at: string
  since: string
  answer: string
  base: string
}): NoticeContents {
  const { language, endpointId, because, base } = input
  const words = textsIn(language).emails.notice.disabled
  const { kind: endpointKind } = getKindRules({ id: endpointId })
  const kind = WEB_KINDS[input.destination.kind].name
  const heading = words.heading({ name: shownName(input.name) ?? endpointId, kind })
  const fact = (name: string, value: string) => ({ name, value, aside: null })
  const time = (text: string) => formatInstant(language, new Date(text))
  const facts = [
    fact(words.destination, `${kind} · ${defang(plainLine(input.destination.origin))}`),
    ...(because === 'failing' ? [fact(words.since, time(input.since))] : []),
    fact(words.at, time(input.at)),
    fact(words.answer, defang(plainLine(input.answer))),
  ]
  return {
    language,
    subject: heading,
    preview: words.preview,
    heading,
    paragraphs: [
      words.because[because]({ id: endpointId, base }),
      { facts },
      words.repair,
      ...(endpointKind === 'form' ? [words.recover] : []),
    ],
    button: {
      label: words.button,
      url: `${base}/app/${SCREENS[endpointKind]}/${endpointId}`,
    },
    code: null,
    notes: [words.note],
    stop: null,
  }
}
