import { formatInstant, type Language } from '../../../../domain/language.ts'
import { textsIn } from '../../../../locales/texts.ts'
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
  const { signIn, confirm } = textsIn(language).emails.notice
  const time = formatInstant(language, input.askedAt)
  const requested = device === '' ? signIn.requested({ time }) : signIn.requestedFrom({ time, device })
  const common = {
    language,
    preview: signIn.preview,
    code: { label: signIn.codeLabel, text: input.code.toUpperCase() },
    stop: null,
  }
  switch (input.purpose) {
    case 'sign_in':
      return {
        ...common,
        subject: signIn.subject({ service: name }),
        heading: signIn.subject({ service: name }),
        paragraphs: [signIn.opening({ base })],
        button: { label: signIn.button, url: input.url },
        notes: [requested, signIn.notYou],
      }
    case 'confirm':
      return {
        ...common,
        subject: confirm.subject({ service: name }),
        heading: confirm.heading,
        paragraphs: [confirm.opening({ base })],
        button: { label: confirm.button, url: input.url },
        notes: [requested, confirm.notYou({ signInUrl: `${base}/sign-in` })],
      }
  }
}
