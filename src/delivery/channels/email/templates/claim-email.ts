import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { KeyedKind } from '../../../../domain/endpoints/kind.ts'
import { getKindRules } from '../../../../domain/endpoints/kinds.ts'
import { dateText } from './copy.ts'
import type { NoticeContents } from './notice-email.ts'
import { beginningOf, plainLine } from './plain-text.ts'

/** Characters of the name of the first event. */
const NAME_LENGTH = 60

const WORDS = {
  telemetry: {
    subject: 'A telemetry endpoint was made for this mailbox',
    heading: 'A program sends events to an address made for this mailbox',
    many: 'events',
    purpose:
      'Claim it to see its events and their numbers: there is no password to choose and nothing to fill in.',
  },
  queue: {
    subject: 'A message queue was made for this mailbox',
    heading: 'A program puts messages into a queue made for this mailbox',
    many: 'messages',
    purpose:
      'Claim it to see what waits in it and to keep it: there is no password to choose and nothing to fill in.',
  },
} as const satisfies Readonly<Record<KeyedKind, object>>

/**
 * The claim email of an endpoint that takes no submissions.
 *
 * @param input.first what the first event was called; written by a stranger
 */
export function claimContents(input: {
  kind: KeyedKind
  endpointId: string
  first: string | null
  arrivedAt: Date
  base: string
  claimUrl: string
  disownUrl: string
}): NoticeContents {
  const { kind, endpointId } = input
  const words = WORDS[kind]
  const cap = getKindRules({ id: endpointId }).unclaimedCap.toLocaleString('en')
  const first = beginningOf(plainLine(input.first ?? ''), NAME_LENGTH)
  const used = `Endpoint ${endpointId}, first used ${dateText(input.arrivedAt)}.`
  return {
    subject: words.subject,
    preview: 'Claim the endpoint with one click, or say that you did not ask for this.',
    heading: words.heading,
    paragraphs: [
      `Somebody created it with this mailbox as its recipient, and the first of its ${words.many} has arrived. ${words.purpose}`,
    ],
    button: { label: 'Claim this endpoint', url: input.claimUrl },
    code: null,
    notes: [
      first === '' ? used : { says: `${used} The first event is called:`, quotes: first },
      `Until it is claimed, it takes ${cap} ${words.many} in all and expires after ${IDLE_DAYS} days without one.`,
    ],
    stop: { label: 'I did not ask for this', url: input.disownUrl },
  }
}
