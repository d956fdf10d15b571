import { SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { formatCount, formatInstant, type Language } from '../../../../domain/language.ts'
import { noticeWordsIn } from '../words/email-words.ts'
import type { NoticeContents } from './notice-contents.ts'

/** Composes the sign-in email, or the email that confirms a signed-in owner again. */
export function signInContents(input: {
  language: Language
  /** Name of the service. */
  name: string
  base: string
  purpose: 'sign_in' | 'confirm'
  url: string
  code: string
  askedAt: Date
  /** Browser that requested the email; empty if unknown. */
  device: string
}): NoticeContents {
  const { language, name, base, device } = input
  const { signIn, confirm } = noticeWordsIn(language)
  const minutes = formatCount(language, SIGN_IN_MINUTES)
  const requested = signIn.requested({ time: formatInstant(language, input.askedAt), device, minutes })
  const common = {
    language,
    preview: signIn.preview(minutes),
    code: { label: signIn.codeLabel, text: input.code.toUpperCase() },
    stop: null,
  }
  switch (input.purpose) {
    case 'sign_in':
      return {
        ...common,
        subject: signIn.subject(name),
        heading: signIn.subject(name),
        paragraphs: [signIn.opening(base)],
        button: { label: signIn.button, url: input.url },
        notes: [requested, signIn.notYou],
      }
    case 'confirm':
      return {
        ...common,
        subject: confirm.subject(name),
        heading: confirm.heading,
        paragraphs: [confirm.opening(base)],
        button: { label: confirm.button, url: input.url },
        notes: [requested, confirm.notYou(`${base}/sign-in`)],
      }
  }
}
