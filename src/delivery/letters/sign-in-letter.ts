import type { NoticeContents } from './notice-letter.ts'

/** What the letter says that signs somebody in. */
export function signInContents(input: {
  name: string
  base: string
  url: string
  code: string
}): NoticeContents {
  return {
    subject: `Sign in to ${input.name}`,
    preview: 'A link and a code, good for a few minutes and for one use.',
    heading: `Sign in to ${input.name}`,
    paragraphs: [`Somebody asked to sign in at ${input.base} with this mailbox.`],
    button: { label: 'Sign in', url: input.url },
    code: { label: 'Or type this code where you asked for it:', text: input.code },
    notes: ['If it was not you, do nothing: without this letter nobody can sign in.'],
    stop: null,
  }
}
