import { SIGN_IN_MINUTES } from '../../../../domain/accounts/sign-in.ts'
import { dateText } from './copy.ts'
import type { NoticeContents } from './notice-email.ts'

/** What the email says that signs somebody in, or lets who is signed in confirm it. */
export function signInContents(input: {
  /** What the service is called. */
  name: string
  base: string
  purpose: 'sign_in' | 'confirm'
  url: string
  code: string
  askedAt: Date
  /** From what browser; empty when it did not say. */
  device: string
}): NoticeContents {
  const { name, base, purpose } = input
  const from = input.device === '' ? '' : ` from ${input.device}`
  const asked = `Asked for on ${dateText(input.askedAt)}${from}. Link and code are good for ${SIGN_IN_MINUTES} minutes and for one use.`
  const common = {
    preview: `A link and a code, good for ${SIGN_IN_MINUTES} minutes and for one use.`,
    code: { label: 'Or type this code where you asked for it:', text: input.code.toUpperCase() },
    stop: null,
  }
  switch (purpose) {
    case 'sign_in':
      return {
        ...common,
        subject: `Sign in to ${name}`,
        heading: `Sign in to ${name}`,
        paragraphs: [
          `Somebody asked to sign in at ${base} with this mailbox. If it was you, here is the way in.`,
        ],
        button: { label: 'Sign in', url: input.url },
        notes: [
          asked,
          'If it was not you, do nothing: without this email nobody can sign in. Never give the code to anybody who asks you for it.',
        ],
      }
    case 'confirm':
      return {
        ...common,
        subject: `Confirm that it is you, at ${name}`,
        heading: 'Is it you?',
        paragraphs: [
          `Somebody who is signed in at ${base} with this mailbox wants to do something that cannot be undone. If it was you, confirm it.`,
        ],
        button: { label: 'It is me', url: input.url },
        notes: [
          asked,
          `If it was not you, somebody else sits before a browser that is signed in as you: sign in at ${base}/sign-in and end all sessions. Never give the code to anybody who asks you for it.`,
        ],
      }
  }
}
