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
import { emailKeyContents } from './templates/email-key-email.ts'
import { gatheredContents, inFormatOfForm } from './templates/gathered-email.ts'
import { healthContents } from './templates/health-email.ts'
import { malwareContents } from './templates/malware-email.ts'
import type { NoticeContents } from './templates/notice-contents.ts'
import { composeNotice } from './templates/notice-email.ts'
import { planContents } from './templates/plan-email.ts'
import type { PrintedFiles } from './templates/printed-files.ts'
import { quotaContents } from './templates/quota-email.ts'
import { signInContents } from './templates/sign-in-email.ts'
import { snoozedContents, stoppedContents } from './templates/stopped-email.ts'
import { composeSubmissionEmail } from './templates/submission-email.ts'
import type { Addressee } from './templates/submission-email-input.ts'
import { watchContents } from './templates/watch-email.ts'

/** Everything that links, codes and the sender are derived from. */
type Composing = { keys: Keys; sender: Sender; files: PrintedFiles | null; now: Date }

/**
 * Composes an email: the same one, byte for byte, while nothing has changed that it is about; what encrypts it afterwards makes
 * other bytes of it each time. Links to files are made for each
 * attempt: their time begins when it is sent.
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
        ? `${base}/snooze/${keys.snoozeToken(endpoint.id)}`
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
    case 'emails_snoozed': {
      const { endpointId } = notice
      const name = endpoint ? getConfirmedName(endpoint) : null
      const until = endpoint?.settings.email.snoozedUntil
      // The transaction that began the attempt has checked it.
      if (!until) throw new Error('The form is no longer snoozed.')
      const url = `${base}/snooze/${keys.snoozeToken(endpointId)}`
      return snoozedContents({ language, endpointId, name, until: new Date(until), url, base })
    }
    case 'submission_digest': {
      const { gathered } = found
      // The transaction that began the attempt has checked it.
      if (!endpoint || !gathered) throw new Error('The submissions are gone.')
      return gatheredContents({
        ...{ language, endpoint, gathered, base },
        because: notice.because,
        // The instance cannot read what it stores encrypted.
        withContent: endpoint.settings.store === 'plain',
        toSubmissionUrl: (key) => `${base}/app/inbox/${keys.submissionId(key)}`,
        snoozeUrl: `${base}/snooze/${keys.snoozeToken(endpoint.id)}`,
        stopUrl: `${base}/emails/${keys.mailStopToken(endpoint.id)}`,
      })
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
    case 'malware_found': {
      const { endpointId, submissionKey } = notice
      const name = endpoint ? getConfirmedName(endpoint) : null
      return malwareContents({
        ...{ language, endpointId, name, base },
        url: `${base}/app/inbox/${keys.submissionId(submissionKey)}`,
      })
    }
    case 'watch': {
      const { endpointId, told } = notice
      const name = endpoint ? getConfirmedName(endpoint) : null
      const stopUrl = `${base}/emails/${keys.mailStopToken(endpointId)}`
      return watchContents({ language, endpointId, name, told, events: found.events, stopUrl, base })
    }
    case 'bounce_test':
      throw new Error('The doctor sends its test by itself.')
    case 'plan_changed':
      return planContents({ ...notice, language, service: { name: from.name, base } })
    case 'email_key':
      return emailKeyContents({
        ...{ language, news: notice, base },
        confirmUrl: notice.what === 'confirm' ? `${base}/email-key/${keys.emailKeyToken(notice.key)}` : null,
      })
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
