import { mailboxHint } from '../../../domain/accounts/mailbox.ts'
import { findWebDestination } from '../../../domain/destinations/web-destination.ts'
import { getConfirmedName } from '../../../domain/endpoints/endpoint.ts'
import { getKindRules } from '../../../domain/endpoints/kinds.ts'
import type { Keys, NamedEndpoint } from '../../../domain/keys.ts'
import { DEFAULT_LANGUAGE } from '../../../domain/language.ts'
import type { FoundNotice } from './found-email.ts'
import { claimContents } from './templates/claim-email.ts'
import { digestContents } from './templates/digest-email.ts'
import { disabledContents } from './templates/disabled-email.ts'
import type { Sender } from './templates/email.ts'
import { emailKeyContents } from './templates/email-key-email.ts'
import { gatheredContents } from './templates/gathered-email.ts'
import { healthContents } from './templates/health-email.ts'
import { malwareContents } from './templates/malware-email.ts'
import type { NoticeContents } from './templates/notice-contents.ts'
import { planContents } from './templates/plan-email.ts'
import { quotaContents } from './templates/quota-email.ts'
import { destinationContents, handOverContents, ownersRequestContents } from './templates/request-email.ts'
import { signInContents } from './templates/sign-in-email.ts'
import { snoozedContents, stoppedContents } from './templates/stopped-email.ts'
import { watchContents } from './templates/watch-email.ts'

/** Says what a notice contains, with the links that it offers. */
export function noticeContents(
  { notice: { notice, endpoint, createdAt, ...found } }: FoundNotice,
  { keys, sender }: { keys: Keys; sender: Sender },
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
      const url = `${base}/emails/${keys.mailStopToken(endpoint ?? firstOwned(endpointId))}`
      return stoppedContents({ language, endpointId, name, addressee: 'recipient', url, base })
    }
    case 'emails_snoozed': {
      const { endpointId } = notice
      const name = endpoint ? getConfirmedName(endpoint) : null
      const until = endpoint?.settings.email.snoozedUntil
      // The transaction that began the attempt has checked it.
      if (!until) throw new Error('The form is no longer snoozed.')
      const url = `${base}/snooze/${keys.snoozeToken(endpoint ?? firstOwned(endpointId))}`
      return snoozedContents({ language, endpointId, name, until: new Date(until), url, base })
    }
    case 'submission_digest': {
      const { gathered } = found
      // The transaction that began the attempt has checked it.
      if (!endpoint || !gathered) throw new Error('The submissions are gone.')
      return gatheredContents({
        ...{ language, endpoint, gathered, base },
        because: notice.because,
        // The instance cannot read submissions that it stores encrypted.
        withContent: endpoint.settings.store === 'plain',
        toSubmissionUrl: (key) => `${base}/app/inbox/${keys.submissionId(key)}`,
        snoozeUrl: `${base}/snooze/${keys.snoozeToken(endpoint)}`,
        stopUrl: `${base}/emails/${keys.mailStopToken(endpoint)}`,
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
      const stopUrl = `${base}/emails/${keys.mailStopToken(endpoint ?? firstOwned(endpointId))}`
      return watchContents({ language, endpointId, name, told, events: found.events, stopUrl, base })
    }
    case 'bounce_test':
      throw new Error('The doctor sends its test email itself.')
    case 'plan_changed':
      return planContents({ ...notice, language, service: { name: from.name, base } })
    case 'email_key':
      return emailKeyContents({
        ...{ language, news: notice, base },
        confirmUrl: notice.what === 'confirm' ? `${base}/email-key/${keys.emailKeyToken(notice.key)}` : null,
      })
    case 'hand_over_request': {
      // The transaction that began the attempt has checked it.
      if (!found.handOver) throw new Error('The hand-over was withdrawn.')
      return ownersRequestContents({
        ...{ language, base, what: 'handOverRequest' },
        ownerHint: mailboxHint(found.handOver.holder),
        url: `${base}/hand-over/${keys.handOverToken(notice.handOverKey)}`,
      })
    }
    case 'hand_over': {
      const { what, endpointId, recipient } = notice
      const name = endpoint ? getConfirmedName(endpoint) : null
      return handOverContents({ ...{ language, what, endpointId, recipient, name, base } })
    }
    case 'invitation': {
      // The transaction that began the attempt has checked it.
      if (!found.invitation) throw new Error('The invitation was withdrawn.')
      return ownersRequestContents({
        ...{ language, base, what: 'invitation' },
        ownerHint: mailboxHint(found.invitation.holder),
        url: `${base}/invitation/${keys.invitationToken(notice.memberKey)}`,
      })
    }
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

function firstOwned(id: string): NamedEndpoint {
  return { id, handedOverAt: null }
}

function destinationUrl(
  { endpointId, destinationId }: { endpointId: string; destinationId: string },
  { keys, base }: { keys: Keys; base: string },
): string {
  return `${base}/destination/${keys.destinationToken({ formId: endpointId, id: destinationId })}`
}
