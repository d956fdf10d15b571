import type { Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { NoticeContents } from './notice-contents.ts'

/**
 * Composes the email that asks a new destination to confirm. It contains nothing that the owner can choose, because
 * anyone with an account can have it sent to anyone.
 *
 * @param input.ownerHint masked address of the owner, `j***@a***.org`
 */
export function destinationContents(input: {
  language: Language
  endpointId: string
  ownerHint: string
  base: string
  url: string
  stopUrl: string
}): NoticeContents {
  const { language, endpointId, ownerHint, base, url, stopUrl } = input
  const words = textsIn(language).emails.notice.destination
  return {
    language,
    subject: words.heading,
    preview: words.preview,
    heading: words.heading,
    paragraphs: [words.opening({ base }), words.form({ id: endpointId, owner: ownerHint })],
    button: { label: words.button, url },
    code: null,
    notes: [words.note],
    stop: { label: words.stop, url: stopUrl },
  }
}

/**
 * Composes the email that invites a person to an account. It contains nothing that the sender can choose, because anyone
 * with an account can have it sent to anyone.
 *
 * @param input.ownerHint masked address of the person who holds the account, `j***@a***.org`
 */
export function invitationContents(input: {
  language: Language
  ownerHint: string
  base: string
  url: string
}): NoticeContents {
  const { language, ownerHint, base, url } = input
  const words = textsIn(language).emails.notice.invitation
  return {
    language,
    subject: words.heading,
    preview: words.preview,
    heading: words.heading,
    paragraphs: [words.opening({ base }), words.owner({ owner: ownerHint })],
    button: { label: words.button, url },
    code: null,
    notes: [words.note],
    stop: { label: words.stop, url },
  }
}
