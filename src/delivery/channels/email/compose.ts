import { mailboxHint } from '../../../domain/accounts/mailbox.ts'
import { destinationOf } from '../../../domain/destinations/destination.ts'
import { isClaimable } from '../../../domain/endpoints/claim.ts'
import { type EndpointFacts, type EndpointState, stateOf } from '../../../domain/endpoints/endpoint.ts'
import { getKindRules } from '../../../domain/endpoints/kinds.ts'
import type { Keys } from '../../../domain/keys.ts'
import type { FoundEmail, FoundNotice, FoundSubmissionEmail } from '../../../store/contract/outbox-store.ts'
import { claimContents } from './templates/claim-email.ts'
import { destinationContents } from './templates/destination-email.ts'
import type { Email, Sender } from './templates/email.ts'
import { composeNotice, type NoticeContents } from './templates/notice-email.ts'
import { planContents } from './templates/plan-email.ts'
import { quotaContents } from './templates/quota-email.ts'
import { signInContents } from './templates/sign-in-email.ts'
import { composeSubmissionEmail, type Reader } from './templates/submission-email.ts'

/** What links and codes are derived with, and how emails are signed. */
type Composing = { keys: Keys; sender: Sender; now: Date }

/** Composes what was found: the same email, byte for byte, while nothing has changed that it speaks of. */
export function composeEmail(found: FoundEmail, composing: Composing): Email {
  switch (found.kind) {
    case 'claim':
    case 'submission':
      return aboutSubmission(found, composing)
    case 'notice':
      return composeNotice(noticeContents(found, composing), {
        sender: composing.sender,
        to: found.mailbox.address,
        id: composing.keys.noticeId(found.key),
        createdAt: found.createdAt,
      })
  }
}

function aboutSubmission(found: FoundSubmissionEmail, composing: Composing): Email {
  const { keys, sender, now } = composing
  const { endpoint, submission, kind, place, resends } = found
  const { base } = sender
  const state = stateOf(endpoint, now)
  const claimable = isClaimable(endpoint, now)
  const reader = readerOf(found)
  const id = keys.submissionId(submission.key)
  return composeSubmissionEmail({
    ...sender,
    kind,
    endpoint,
    state,
    submission: { ...submission, id },
    reader,
    place,
    resends,
    claimUrl: claimable ? `${base}/claim/${keys.claimToken(endpoint.id)}` : null,
    dashboardUrl: reader.kind === 'recipient' && state === 'claimed' ? `${base}/app/inbox/${id}` : null,
    stopUrl: stopUrl({ endpoint, state, reader }, composing),
    jobCreatedAt: found.createdAt,
  })
}

function readerOf({ endpoint, destination }: FoundSubmissionEmail): Reader {
  if (!destination) return { kind: 'recipient' }
  const found = destinationOf(endpoint, destination.id)
  // It was looked at in the transaction that began the attempt.
  if (!found) throw new Error('the destination is gone')
  return { kind: 'destination', id: found.id, mailbox: found.mailbox }
}

function stopUrl(
  about: { endpoint: EndpointFacts; state: EndpointState; reader: Reader },
  { keys, sender: { base } }: Composing,
): string {
  const { id: formId } = about.endpoint
  if (about.reader.kind === 'destination') {
    return `${base}/destination/${keys.destinationToken({ formId, id: about.reader.id })}/stop`
  }
  const claimed = about.state === 'claimed'
  return claimed
    ? `${base}/emails/${keys.mailStopToken(formId)}`
    : `${base}/disown/${keys.disownToken(formId)}`
}

function noticeContents(
  { notice, endpoint, createdAt }: FoundNotice,
  { keys, sender }: Composing,
): NoticeContents {
  const { base, from } = sender
  switch (notice.kind) {
    case 'sign_in':
      return signInContents({
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
      if (kind === 'form') throw new Error('the claim email of a form carries its first submission')
      return claimContents({
        kind,
        endpointId,
        first,
        arrivedAt: createdAt,
        base,
        claimUrl: `${base}/claim/${keys.claimToken(endpointId)}`,
        disownUrl: `${base}/disown/${keys.disownToken(endpointId)}`,
      })
    }
    case 'destination': {
      const { endpointId, destinationId } = notice
      const url = `${base}/destination/${keys.destinationToken({ formId: endpointId, id: destinationId })}`
      return destinationContents({
        endpointId,
        ownerHint: mailboxHint(endpoint?.recipient ?? ''),
        base,
        url,
        stopUrl: `${url}/stop`,
      })
    }
    case 'plan_changed':
      return planContents({ ...notice, service: { name: from.name, base } })
    case 'quota_warning': {
      const name = endpoint?.settings.name ?? null
      return quotaContents({ ...notice, name, service: { name: from.name, base } })
    }
  }
}
