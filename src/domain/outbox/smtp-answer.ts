/** How an attempt to post an email failed, in the terms of RFC 5321. */
export type SmtpFailure = {
  /** The step that failed. `end_of_data`: the whole email was sent and the answer to it is missing or negative. */
  stage: 'connect' | 'tls' | 'greeting' | 'auth' | 'mail_from' | 'rcpt_to' | 'data' | 'end_of_data'
  /** The three-digit answer of the server, null when the connection was refused, lost or timed out. */
  code: number | null
  /** What the server or the system said, one line, without addresses. */
  text: string
}

/** How long all emails wait when the mail server refuses the service itself. */
export const PAUSE_MINUTES = 5

/** What a failed attempt means. */
export type Verdict =
  /** Try again by the schedule. */
  | { kind: 'later' }
  /** The recipient or the email was refused for good. */
  | { kind: 'bounced' }
  /** The whole email was sent and no answer came: it may have been delivered, and is sent again all the same. */
  | { kind: 'unknown' }
  /** The server refuses the service, not this email: every email waits. */
  | { kind: 'pause' }

/** "Authentication required" (RFC 4954 §6): the server wants a sign-in; it says nothing about the recipient. */
const SIGN_IN_WANTED = 530

/** Judges a failed attempt (RFC 5321 §4.2.1: 4yz may be repeated, 5yz must not). */
export function judge(failure: SmtpFailure): Verdict {
  const { stage, code } = failure
  if (code === null) return judgeSilence(stage)
  if (code < 500) return { kind: 'later' }
  switch (stage) {
    case 'rcpt_to':
    case 'data':
    case 'end_of_data':
      // Said so late it may be passed on from the recipient's server, whose word must not stop all other emails.
      return code === SIGN_IN_WANTED ? { kind: 'later' } : { kind: 'bounced' }
    case 'connect':
    case 'tls':
    case 'greeting':
    case 'auth':
    case 'mail_from':
      return { kind: 'pause' }
  }
}

/** No answer at all: the connection was refused, lost, or timed out. */
function judgeSilence(stage: SmtpFailure['stage']): Verdict {
  switch (stage) {
    case 'end_of_data':
      return { kind: 'unknown' }
    case 'tls':
      return { kind: 'pause' }
    default:
      return { kind: 'later' }
  }
}

/** 450 and 451 are how a server says "come back in a while" to a sender it has not seen before (RFC 6647). */
export function isGreylisting(failure: SmtpFailure): boolean {
  return failure.code === 450 || failure.code === 451
}
