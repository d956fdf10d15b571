import type { NoticeContents } from './notice-contents.ts'

/**
 * Composes the email that asks a new destination to confirm. It contains nothing that the owner can choose, because
 * anyone with an account can have it sent to anyone.
 *
 * @param input.ownerHint masked address of the owner, `j***@a***.org`
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
    subject: 'Do you want to receive messages from this form?',
    preview: 'Nothing is sent to you unless you confirm.',
    heading: 'Do you want to receive messages from this form?',
    paragraphs: [
      `The owner of a form at ${base} wants to send its messages to your address too. Nothing is sent to you unless you confirm.`,
      `The form’s ID is ${endpointId}. Its owner (address partly hidden): ${ownerHint}`,
    ],
    button: { label: 'Review and confirm', url },
    code: null,
    notes: [
      'If you do nothing, you won’t get any messages. The link works until the owner removes your address.',
    ],
    stop: { label: 'Don’t ask me again', url: stopUrl },
  }
}
