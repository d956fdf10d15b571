import { IDLE_DAYS } from '../../../../domain/endpoints/endpoint.ts'
import type { KeyedKind } from '../../../../domain/endpoints/kind.ts'
import { getKindRules } from '../../../../domain/endpoints/kinds.ts'
import { dateText } from './copy.ts'
import type { NoticeContents } from './notice-contents.ts'
import { plainLine, truncate } from './plain-text.ts'

/** Maximum number of characters of the name of the first event. */
const MAX_NAME_LENGTH = 60

const WORDS = {
  telemetry: {
    subject: 'Your telemetry endpoint received its first event',
    heading: 'Your telemetry endpoint received its first event',
    many: 'events',
    claim: 'Claim this endpoint',
    opening:
      'Someone set up a telemetry endpoint with this email address. If it’s yours, claim it with one click to see its events. No password needed.',
  },
  queue: {
    subject: 'Your message queue received its first message',
    heading: 'Your message queue received its first message',
    many: 'messages',
    claim: 'Claim this queue',
    opening:
      'Someone set up a message queue with this email address. If it’s yours, claim it with one click to see its messages. No password needed.',
  },
} as const satisfies Readonly<Record<KeyedKind, object>>

/**
 * Composes the claim email of a telemetry endpoint or a queue.
 *
 * @param input.first name of the first event, written by a stranger
 */
export function claimContents(input: {
  kind: KeyedKind
  endpointId: string
  first: string | null
  arrivedAt: Date
  base: string
  claimUrl: string
  declineUrl: string
}): NoticeContents {
  const { kind, endpointId } = input
  const words = WORDS[kind]
  const cap = getKindRules({ id: endpointId }).unclaimedCap.toLocaleString('en')
  const first = truncate(plainLine(input.first ?? ''), MAX_NAME_LENGTH)
  const used = `Endpoint ${endpointId}, first used ${dateText(input.arrivedAt)}.`
  return {
    subject: words.subject,
    preview: 'Claim it with one click, or tell us that it wasn’t you.',
    heading: words.heading,
    paragraphs: [words.opening],
    button: { label: words.claim, url: input.claimUrl },
    code: null,
    notes: [
      first === '' ? used : { says: `${used} The first event is named:`, quotes: first },
      `Until you claim it, it accepts ${cap} ${words.many} and expires after ${IDLE_DAYS} days without one.`,
    ],
    stop: { label: 'This wasn’t me', url: input.declineUrl },
  }
}
