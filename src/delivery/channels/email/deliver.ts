import type { Keys } from '../../../domain/keys.ts'
import { nextAttemptAt } from '../../../domain/outbox/retry-schedule.ts'
import { isGreylisting, judge, PAUSE_MINUTES, type SmtpFailure } from '../../../domain/outbox/smtp-answer.ts'
import { type Clock, later, MINUTE } from '../../../domain/time.ts'
import type { Log } from '../../../runtime/log.ts'
import type { EmailStore, FoundEmail, LeasedEmail, Settlement } from '../../../store/contract/outbox-store.ts'
import { composeEmail } from './compose.ts'
import type { Mailer, Posted } from './mailer.ts'
import type { Sender } from './templates/email.ts'

/** What became of one leased email. `away`: the mail server was not reached at all. */
export type Delivered =
  | {
      kind:
        | 'lost_lease'
        | 'held'
        | 'ended'
        | 'delivered'
        | 'deferred'
        | 'unknown'
        | 'bounced'
        | 'given_up'
        | 'expired'
    }
  | { kind: 'paused' | 'away'; reason: string }

/** Until the mail server is reached again, emails that found it away wait this long. */
const AWAY_RETRY = MINUTE

/** Delivers one leased email: the attempt is written down first, then the email is posted, then the answer saved. */
export async function deliverEmail(
  parts: {
    emails: EmailStore
    keys: Keys
    mailer: Mailer
    sender: Sender
    clock: Clock
    log: Log
    jitter(): number
    failpoint(point: 'attempt written' | 'posted' | 'settled'): void
  },
  email: LeasedEmail,
): Promise<Delivered> {
  const { clock, emails } = parts
  const begun = await emails.begin(email, clock.now())
  if (!begun) return { kind: 'lost_lease' }
  if (begun.decision.kind !== 'send') return { kind: begun.decision.kind === 'hold' ? 'held' : 'ended' }
  parts.failpoint('attempt written')

  const posted = await post(parts, begun.found, email.jobKey)
  parts.failpoint('posted')
  const now = clock.now()
  const { delivered, settlement } = conclude(posted, begun.found, now, parts.jitter())
  const kept = await emails.settle({ email, attemptKey: begun.attemptKey, now, ...settlement })
  parts.failpoint('settled')
  return kept ? delivered : { kind: 'lost_lease' }
}

/** An email that cannot be composed goes the way of one that was deferred: tried by the schedule, given up at its end. */
async function post(
  parts: { keys: Keys; mailer: Mailer; sender: Sender; clock: Clock; log: Log },
  found: FoundEmail,
  job: number,
): Promise<Posted> {
  try {
    return await parts.mailer.post(composeEmail(found, { ...parts, now: parts.clock.now() }))
  } catch (error) {
    parts.log.error({ err: error, job }, 'an email could not be composed')
    return {
      kind: 'failed',
      failure: { stage: 'data', code: null, text: 'the email could not be composed' },
    }
  }
}

/** What an answer of the mail server means for the email (RFC 5321 §4.2.1, §4.5.4.1). */
function conclude(
  posted: Posted,
  found: FoundEmail,
  now: Date,
  jitter: number,
): { delivered: Delivered; settlement: Pick<Settlement, 'outcome' | 'answer' | 'next'> } {
  if (posted.kind === 'accepted') {
    return {
      delivered: { kind: 'delivered' },
      settlement: {
        outcome: 'accepted',
        answer: posted.answer,
        next: { kind: 'settled', outcome: 'delivered' },
      },
    }
  }
  const { failure } = posted
  const answer = `${failure.stage}: ${failure.text}`
  const scheduled = nextAttemptAt({
    attempts: found.attempts + 1,
    createdAt: found.startedAt ?? now,
    now,
    jitter,
    greylisted: isGreylisting(failure),
  })
  const expires = found.kind === 'notice' && (scheduled === null || scheduled >= found.expiresAt)
  const again = expires ? null : scheduled
  const verdict = judge(failure)
  if (verdict.kind === 'bounced') {
    const next = { kind: 'settled', outcome: 'bounced' } as const
    return { delivered: verdict, settlement: { outcome: 'bounced', answer, next } }
  }
  if (verdict.kind === 'pause') {
    const next = { kind: 'not_its_fault', dueAt: later(now, PAUSE_MINUTES * MINUTE) } as const
    return {
      delivered: { kind: 'paused', reason: answer },
      settlement: { outcome: 'system', answer, next },
    }
  }
  if (again === null) {
    const end = expires ? 'expired' : 'given_up'
    const next = { kind: 'settled', outcome: end } as const
    const outcome = verdict.kind === 'unknown' ? 'unknown' : 'deferred'
    return { delivered: { kind: end }, settlement: { outcome, answer, next } }
  }
  if (isAway(failure)) {
    const next = { kind: 'not_its_fault', dueAt: later(now, AWAY_RETRY) } as const
    return { delivered: { kind: 'away', reason: answer }, settlement: { outcome: 'deferred', answer, next } }
  }
  const kind = verdict.kind === 'unknown' ? 'unknown' : 'deferred'
  return {
    delivered: { kind },
    settlement: { outcome: kind, answer, next: { kind: 'again', dueAt: again } },
  }
}

function isAway(failure: SmtpFailure): boolean {
  return failure.code === null && (failure.stage === 'connect' || failure.stage === 'greeting')
}
