import { mailboxIdentity } from '../../../domain/accounts/mailbox.ts'
import { findDestination } from '../../../domain/destinations/destination.ts'
import {
  awaitsConfirmation,
  type EndpointFacts,
  getState,
  isClaimable,
  isConfirmed,
} from '../../../domain/endpoints/endpoint.ts'
import type { Keys } from '../../../domain/keys.ts'
import { DEFAULT_LANGUAGE } from '../../../domain/language.ts'
import { findReplyAddress } from '../../../domain/submissions/fields.ts'
import { noticeContents } from './compose-notice.ts'
import type { FoundEmail, FoundNotice, FoundSubmissionEmail } from './found-email.ts'
import type { Email, Sender } from './templates/email.ts'
import { inFormatOfForm } from './templates/gathered-email.ts'
import { composeNotice } from './templates/notice-email.ts'
import type { PrintedFiles } from './templates/printed-files.ts'
import { composeSubmissionEmail } from './templates/submission-email.ts'
import type { Addressee } from './templates/submission-email-input.ts'

/** Everything that links, codes and the sender are derived from. */
type Composing = { keys: Keys; sender: Sender; files: PrintedFiles | null; now: Date }

/**
 * Composes an email: the same one, byte for byte, as long as nothing that it is about has changed. Two exceptions: encryption
 * produces different bytes each time, and links to files are created for each attempt, because their lifetime begins then.
 */
export function composeEmail(found: FoundEmail, composing: Composing): Email {
  switch (found.kind) {
    case 'claim':
    case 'submission':
      return aboutSubmission(found, composing)
    case 'notice':
      return aboutNotice(found, composing)
  }
}

function aboutNotice(found: FoundNotice, composing: Composing): Email {
  const { key, notice, endpoint, address, createdAt } = found.notice
  const email = composeNotice(noticeContents(found, composing), {
    sender: composing.sender,
    to: address,
    id: composing.keys.noticeId(key),
    createdAt,
    bounceToken: findBounceToken(found, composing),
    group: notice.kind === 'claim' ? 'claim' : 'notice',
  })
  return notice.kind === 'submission_digest' && endpoint ? inFormatOfForm(email, endpoint) : email
}

function aboutSubmission(found: FoundSubmissionEmail, composing: Composing): Email {
  const { keys, sender, files, now } = composing
  const { kind, delivery, submission } = found
  const { endpoint, ordinal, resends } = submission
  const { base } = sender
  const state = getState(endpoint, now)
  const offersClaim = isClaimable(endpoint, now) || awaitsConfirmation(endpoint)
  const addressee = getAddressee(found)
  const id = keys.submissionId(submission.key)
  return composeSubmissionEmail({
    ...sender,
    kind,
    language: endpoint.language ?? DEFAULT_LANGUAGE,
    endpoint,
    state,
    submission: { ...submission, id },
    addressee,
    ordinal,
    resends,
    claimUrl: offersClaim ? `${base}/claim/${keys.claimToken(endpoint.id)}` : null,
    dashboardUrl: addressee.kind === 'recipient' && state === 'claimed' ? `${base}/app/inbox/${id}` : null,
    stopUrl: stopUrl({ endpoint, addressee }, composing),
    snoozeUrl:
      addressee.kind === 'recipient' && state === 'claimed' && endpoint.confirmedAt !== null
        ? `${base}/snooze/${keys.snoozeToken(endpoint)}`
        : null,
    deliveryCreatedAt: delivery.createdAt,
    bounceToken: findBounceToken(found, composing),
    files,
    conversation: findConversation(submission, keys),
  })
}

function findBounceToken({ delivery }: FoundEmail, { keys, sender }: Composing): string | null {
  return sender.handlesBounces ? keys.bounceToken(delivery.key) : null
}

/** Names the conversation with the sender by their address, without revealing it. */
function findConversation(
  { endpoint, fields }: FoundSubmissionEmail['submission'],
  keys: Keys,
): string | null {
  const sender = findReplyAddress(fields)
  return sender === null ? null : keys.conversationKey(endpoint.id, mailboxIdentity(sender))
}

function getAddressee({ delivery, submission }: FoundSubmissionEmail): Addressee {
  if (delivery.destination === null) return { kind: 'recipient' }
  const destination = findDestination(submission.endpoint, delivery.destination)
  // The transaction that began the attempt has checked it.
  if (!destination) throw new Error('The destination was removed.')
  if (destination.kind !== 'email') throw new Error('The destination is no email address.')
  return { kind: 'destination', id: destination.id, mailbox: destination.mailbox }
}

function stopUrl(
  about: { endpoint: EndpointFacts; addressee: Addressee },
  { keys, sender: { base } }: Pick<Composing, 'keys' | 'sender'>,
): string {
  const { id: formId } = about.endpoint
  if (about.addressee.kind === 'destination') {
    return `${base}/destination/${keys.destinationToken({ formId, id: about.addressee.id })}/stop`
  }
  return isConfirmed(about.endpoint) && !about.endpoint.retiredAt
    ? `${base}/emails/${keys.mailStopToken(about.endpoint)}`
    : `${base}/disown/${keys.declineToken(formId)}`
}
