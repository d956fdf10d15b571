import { mailboxHint, mailboxIdentity } from '../../../domain/accounts/mailbox.ts'
import { findDestination } from '../../../domain/destinations/destination.ts'
import { findWebDestination } from '../../../domain/destinations/web-destination.ts'
import {
  awaitsConfirmation,
  type EndpointFacts,
  getConfirmedName,
  getState,
  isClaimable,
  isConfirmed,
} from '../../../domain/endpoints/endpoint.ts'
import { getKindRules } from '../../../domain/endpoints/kinds.ts'
import type { Keys } from '../../../domain/keys.ts'
import { DEFAULT_LANGUAGE } from '../../../domain/language.ts'
import { findReplyAddress } from '../../../domain/submissions/fields.ts'
import type { FoundEmail, FoundNotice, FoundSubmissionEmail } from './begin.ts'
import { claimContents } from './templates/claim-email.ts'
import { destinationContents } from './templates/destination-email.ts'
import { digestContents } from './templates/digest-email.ts'
import { disabledContents } from './templates/disabled-email.ts'
import type { Email, Sender } from './templates/email.ts'
import { healthContents } from './templates/health-email.ts'
import type { NoticeContents } from './templates/notice-contents.ts'
import { composeNotice } from './templates/notice-email.ts'
import { planContents } from './templates/plan-email.ts'
import { quotaContents } from './templates/quota-email.ts'
import { signInContents } from './templates/sign-in-email.ts'
import { stoppedContents } from './templates/stopped-email.ts'
import { composeSubmissionEmail } from './templates/submission-email.ts'
import type { Addressee } from './templates/submission-email-input.ts'
import { watchContents } from './templates/watch-email.ts'

/** Everything that links, codes and the sender are derived from. */
type Composing = { keys: Keys; sender: Sender; now: Date }

/** Composes an email: the same one, byte for byte, while nothing has changed that it is about. */
export function composeEmail(found: FoundEmail, composing: Composing): Email {
  switch (found.kind) {
    case 'claim':
    case 'submission':
      return aboutSubmission(found, composing)
    case 'notice':
      return composeNotice(noticeContents(found, composing), {
        sender: composing.sender,
        to: found.notice.address,
        id: composing.keys.noticeId(found.notice.key),
        createdAt: found.notice.createdAt,
      })
  }
}

function aboutSubmission(found: FoundSubmissionEmail, composing: Composing): Email {
  const { keys, sender, now } = composing
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
    deliveryCreatedAt: delivery.createdAt,
    conversation: findConversation(submission, keys),
  })
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
  { keys, sender: { base } }: Composing,
): string {
  const { id: formId } = about.endpoint
  if (about.addressee.kind === 'destination') {
    return `${base}/destination/${keys.destinationToken({ formId, id: about.addressee.id })}/stop`
  }
  return isConfirmed(about.endpoint) && !about.endpoint.retiredAt
    ? `${base}/emails/${keys.mailStopToken(formId)}`
    : `${base}/disown/${keys.declineToken(formId)}`
}

function noticeContents(
  { notice: { notice, endpoint, createdAt, ...found } }: FoundNotice,
  { keys, sender }: Composing,
): NoticeContents {
  const { base, from } = sender
  const language = found.language ?? DEFAULT_LANGUAGE
  switch (notice.kind) {
    case 'sign_in':
      return signInContents({
        language,
        name: from.name,
        base,
        purpose: notice.purpose,
        askedAt: createdAt,
        device: notice.device,
        url: `${base}/sign-in/${keys.signInToken(notice.signInKey)}`,
        code: keys.signInCode(notice.signInKey),
      })
    case 'claim': {
      const { endpointId, first } = notice
      const { kind } = getKindRules({ id: endpointId })
      if (kind === 'form') throw new Error('The claim email of a form needs its first submission.')
      return claimContents({
        language,
        kind,
        endpointId,
        first,
        arrivedAt: createdAt,
        claimUrl: `${base}/claim/${keys.claimToken(endpointId)}`,
        declineUrl: `${base}/disown/${keys.declineToken(endpointId)}`,
      })
    }
    case 'destination': {
      const { endpointId } = notice
      const url = destinationUrl(notice, { keys, base })
      return destinationContents({
        language,
        endpointId,
        ownerHint: mailboxHint(endpoint?.recipient ?? ''),
        base,
        url,
        stopUrl: `${url}/stop`,
      })
    }
    case 'emails_stopped': {
      const { endpointId } = notice
      const name = endpoint ? getConfirmedName(endpoint) : null
      const url = `${base}/emails/${keys.mailStopToken(endpointId)}`
      return stoppedContents({ language, endpointId, name, addressee: 'recipient', url, base })
    }
    case 'destination_stopped': {
      const { endpointId } = notice
      const name = endpoint ? getConfirmedName(endpoint) : null
      const url = `${destinationUrl(notice, { keys, base })}/start`
      return stoppedContents({ language, endpointId, name, addressee: 'destination', url, base })
    }
    case 'destination_disabled': {
      const destination = endpoint && findWebDestination(endpoint, notice.destinationId)
      // The transaction that began the attempt has checked it.
      if (!destination) throw new Error('The destination was removed.')
      const name = getConfirmedName(endpoint)
      return disabledContents({ ...notice, language, name, destination, base })
    }
    case 'form_health': {
      const name = endpoint ? getConfirmedName(endpoint) : null
      return healthContents({ ...notice, language, name, base })
    }
    case 'watch': {
      const { endpointId, told } = notice
      const name = endpoint ? getConfirmedName(endpoint) : null
      const stopUrl = `${base}/emails/${keys.mailStopToken(endpointId)}`
      return watchContents({ language, endpointId, name, told, events: found.events, stopUrl, base })
    }
    case 'plan_changed':
      return planContents({ ...notice, language, service: { name: from.name, base } })
    case 'quota_warning': {
      const name = endpoint ? getConfirmedName(endpoint) : null
      return quotaContents({ ...notice, language, name, base })
    }
    case 'spam_digest': {
      // The transaction that began the attempt has checked it.
      if (!found.digest) throw new Error('The weekly email is no longer wanted.')
      const stopUrl = `${base}/digest/${keys.digestToken(notice.accountKey)}`
      return digestContents({ language, forms: notice.forms, ...found.digest, stopUrl, base })
    }
  }
}

function destinationUrl(
  { endpointId, destinationId }: { endpointId: string; destinationId: string },
  { keys, base }: { keys: Keys; base: string },
): string {
  return `${base}/destination/${keys.destinationToken({ formId: endpointId, id: destinationId })}`
}
