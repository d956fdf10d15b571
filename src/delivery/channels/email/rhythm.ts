import { mailboxIdentity } from '../../../domain/accounts/mailbox.ts'
import { DIGEST_EXPIRY_DAYS, decideRhythm } from '../../../domain/outbox/email-rhythm.ts'
import type { Notice } from '../../../domain/outbox/notice.ts'
import { DAY, HOUR, later } from '../../../domain/time.ts'
import type { BeginDecision, EmailReads } from '../../../store/contract/outbox-store.ts'
import type { FoundEmail, FoundSubmissionEmail } from './found-email.ts'

/** Time after the last email of a burst during which emails that still wait count as part of it. */
const BURST_MS = 2 * HOUR

/**
 * Decides when an email to the owner of a confirmed form begins, and whether others that wait are sent with it. A single email is
 * sent as it is, without a digest.
 */
export async function applyRhythm(
  found: FoundSubmissionEmail,
  { email, isBurst, now }: { email: EmailReads; isBurst: boolean; now: Date },
): Promise<BeginDecision<FoundEmail>> {
  const { delivery, submission } = found
  const { settings } = submission.endpoint
  const { gathers, createdAt } = delivery
  const { emailedAt, waiting } = await email.lockRhythm()
  const rhythm = decideRhythm(settings.email, { createdAt, now, gathers, isBurst, emailedAt })
  if (rhythm.kind === 'wait') return rhythm
  if (rhythm.kind === 'gather' && waiting > 0) {
    const because = findReason(found, { isBurst, emailedAt, now })
    return { kind: 'gather', digest: toDigest(found, { because, now }) }
  }
  if (isBurst || settings.email.mode === 'hourly') await email.recordEmail()
  return { kind: 'send', content: found, budget: null, expiresAt: null }
}

type Reason = Extract<Notice, { kind: 'submission_digest' }>['because']

function findReason(
  { delivery, submission }: FoundSubmissionEmail,
  { isBurst, emailedAt, now }: { isBurst: boolean; emailedAt: Date | null; now: Date },
): Reason {
  const { mode, snoozedUntil } = submission.endpoint.settings.email
  if (mode !== 'every') return 'mode'
  const isOfBurst = emailedAt !== null && now.getTime() - emailedAt.getTime() < BURST_MS
  if (isBurst || isOfBurst) return 'burst'
  // Otherwise it waited because of a mode that its owner has changed since, or of a snooze that they ended in the dashboard.
  return snoozedUntil !== null && delivery.createdAt < new Date(snoozedUntil) ? 'snooze' : 'mode'
}

function toDigest(
  { delivery, submission }: FoundSubmissionEmail,
  { because, now }: { because: Reason; now: Date },
) {
  const { endpoint } = submission
  const notice: Notice = { kind: 'submission_digest', endpointId: endpoint.id, because }
  return {
    notice,
    mailbox: mailboxIdentity(endpoint.recipient),
    mailboxKey: delivery.target,
    expiresAt: later(now, DIGEST_EXPIRY_DAYS * DAY),
  }
}
