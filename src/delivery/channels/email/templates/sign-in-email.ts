import { SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { dateText } from './copy.ts'
import type { NoticeContents } from './notice-contents.ts'

/** Composes the sign-in email, or the email that confirms a signed-in owner again. */
export function signInContents(input: {
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
  const { name, base, purpose } = input
  const from = input.device === '' ? '' : ` from ${input.device}`
  const requestedText = `Requested on ${dateText(input.askedAt)}${from}. The link and code work once, for ${SIGN_IN_MINUTES} minutes.`
  const common = {
    preview: `A link and a code that work once, for ${SIGN_IN_MINUTES} minutes.`,
    code: { label: 'Or enter this code in the browser you came from:', text: input.code.toUpperCase() },
    stop: null,
  }
  switch (purpose) {
    case 'sign_in':
      return {
        ...common,
        subject: `Sign in to ${name}`,
        heading: `Sign in to ${name}`,
        paragraphs: [`Here’s your sign-in link for ${base}.`],
        button: { label: 'Sign in', url: input.url },
        notes: [
          requestedText,
          'Not you? Ignore this email: no one can sign in without it. Never share the code.',
        ],
      }
    case 'confirm':
      return {
        ...common,
        subject: `Confirm that it is you at ${name}`,
        heading: 'Confirm it’s you',
        paragraphs: [
          `Someone signed in to your account at ${base} wants to do something that can’t be undone. If it’s you, confirm it.`,
        ],
        button: { label: 'Yes, it’s me', url: input.url },
        notes: [
          requestedText,
          `Not you? Then someone else is using a browser signed in to your account. Sign in at ${base}/sign-in and end all sessions. Never share the code.`,
        ],
      }
  }
}
