import type { NoticeContents } from './notice-letter.ts'

/** What the letter says that asks a mailbox whether it wants the letters of an endpoint. */
export function destinationContents(input: { endpointId: string; url: string }): NoticeContents {
  return {
    subject: 'Confirm this mailbox for the letters of a form',
    preview: 'Nothing is sent here before you confirm it.',
    heading: 'Shall this mailbox get the letters of a form?',
    paragraphs: [
      `The owner of the endpoint ${input.endpointId} wants its letters sent to this mailbox too. Nothing is sent here before you confirm it.`,
    ],
    button: { label: 'Confirm this mailbox', url: input.url },
    code: null,
    notes: ['If you did not expect this, do nothing.'],
    stop: null,
  }
}
