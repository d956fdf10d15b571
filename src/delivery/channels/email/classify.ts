import { GREYLISTING_WAIT_MS } from '../../../domain/outbox/retry-schedule.ts'
import { later, MINUTE } from '../../../domain/time.ts'
import type { SendResult } from '../../channel.ts'
import type { SmtpFailure } from './mailer.ts'

/** Pause of all email when the mail server refuses the service itself. */
const PAUSE_MS = 5 * MINUTE
/** Wait of an email that found the mail server unreachable; one of them is the probe, so it is tried soon all the same. */
const UNREACHABLE_RETRY_MS = MINUTE
/** "Authentication required" (RFC 4954 §6): the server wants a sign-in; it says nothing about the recipient. */
const SIGN_IN_REQUIRED = 530

/** Classifies a failed attempt (RFC 5321 §4.2.1: 4yz may be repeated, 5yz must not). */
export function classifyFailure(failure: SmtpFailure, now: Date): SendResult {
  const { stage, code } = failure
  const answer = `${stage}: ${failure.text}`
  const deferred: SendResult = {
    kind: 'deferred',
    answer,
    minWaitMs: isGreylisting(failure) ? GREYLISTING_WAIT_MS : 0,
  }
  const refused: SendResult = { kind: 'service_refused', answer, retryAt: later(now, PAUSE_MS) }
  const unreachable: SendResult = { kind: 'unreachable', answer, retryAt: later(now, UNREACHABLE_RETRY_MS) }
  if (code !== null && code < 500) return deferred
  switch (stage) {
    case 'connect':
    case 'greeting':
      return code === null ? unreachable : refused
    case 'tls':
      return refused
    case 'auth':
    case 'mail_from':
      return code === null ? deferred : refused
    case 'rcpt_to':
    case 'data':
    case 'end_of_data':
      if (code === null) return stage === 'end_of_data' ? { kind: 'unknown', answer } : deferred
      // An answer this late may be passed on from the recipient's server, which must not stop all other email.
      return code === SIGN_IN_REQUIRED ? deferred : { kind: 'bounced', answer }
  }
}

/** Returns true for 450 and 451: a server says "come back in a while" to a sender it has not seen before (RFC 6647). */
function isGreylisting(failure: SmtpFailure): boolean {
  return failure.code === 450 || failure.code === 451
}
