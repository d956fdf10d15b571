import type { SmtpFailure } from '../../../domain/outbox/smtp-answer.ts'
import type { Email } from './templates/email.ts'

/** Where emails go: an SMTP server, or the embedded mailbox while none is set. */
export type Mailer = {
  kind: 'smtp' | 'mailbox'
  /** Posts one email. Never throws for anything the mail server says or does; it is told in the result. */
  post(email: Email): Promise<Posted>
  close(): Promise<void>
}

export type Posted =
  /** The server took responsibility; `answer` is its last line, without addresses. */
  { kind: 'accepted'; answer: string } | { kind: 'failed'; failure: SmtpFailure }
