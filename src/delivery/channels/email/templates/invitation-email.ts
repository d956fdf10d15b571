import type { Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
import type { NoticeContents } from './notice-contents.ts'

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
