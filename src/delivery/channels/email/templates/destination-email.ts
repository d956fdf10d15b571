import type { NoticeContents } from './notice-email.ts'

/**
 * What the email says that asks a mailbox whether it wants the emails of an endpoint. Nothing in it is of the owner's
 * choosing: anybody with an account can have it sent to anybody.
 *
 * @param input.ownerHint the owner's mailbox with its letters hidden, `j***@a***.org`
 */
export function destinationContents(input: {
  endpointId: string
  ownerHint: string
  base: string
  url: string
  stopUrl: string
}): NoticeContents {
  const { endpointId, ownerHint, base, url, stopUrl } = input
  return {
    subject: 'Shall this mailbox get the messages of a web form?',
    preview: 'Nothing is sent here unless you confirm it.',
    heading: 'Shall this mailbox get the messages of a web form?',
    paragraphs: [
      `The owner of a form at ${base} wants its messages to go to this mailbox as well. Nothing is sent here unless you confirm it.`,
      `The form has the id ${endpointId}. The mailbox of its owner, most of its letters hidden: ${ownerHint}`,
    ],
    button: { label: 'Look at it and confirm', url },
    code: null,
    notes: [
      'If you do nothing, nothing is sent here. The link works until the owner takes the mailbox away again.',
    ],
    stop: { label: 'I did not ask for this', url: stopUrl },
  }
}
