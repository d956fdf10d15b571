import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { KeyedKind } from '../../../../domain/endpoints/kind.ts'
import { getKindRules } from '../../../../domain/endpoints/kinds.ts'
import { formatCount, formatInstant, LANGUAGE_FACTS, type Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { NoticeContents } from './notice-contents.ts'
import { plainLine, truncate } from './submitted-text.ts'

/** Maximum number of characters of the name of the first event. */
const MAX_NAME_LENGTH = 60

/**
 * Composes the claim email of a telemetry endpoint or a queue.
 *
 * @param input.first name of the first event, written by a stranger
 */
export function claimContents(input: {
  language: Language
  kind: KeyedKind
  endpointId: string
  first: string | null
  arrivedAt: Date
  claimUrl: string
  declineUrl: string
}): NoticeContents {
  const { language, endpointId } = input
  const words = textsIn(language).emails.notice
  const { heading, preview, opening, button, limits } = words.claim.kinds[input.kind]
  const first = truncate(plainLine(input.first ?? ''), MAX_NAME_LENGTH)
  const { sentenceSpace: space } = LANGUAGE_FACTS[language]
  const used = words.claim.firstUse({ id: endpointId, time: formatInstant(language, input.arrivedAt) })
  return {
    language,
    subject: heading,
    preview,
    heading,
    paragraphs: [opening],
    button: { label: button, url: input.claimUrl },
    code: null,
    notes: [
      first === '' ? used : { says: `${used}${space}${words.claim.firstEvent}${space}`, quotes: first },
      limits({
        cap: formatCount(language, getKindRules({ id: endpointId }).unclaimedCap),
        days: formatCount(language, IDLE_DAYS),
      }),
    ],
    stop: { label: words.decline, url: input.declineUrl },
  }
}
