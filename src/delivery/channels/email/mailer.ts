import type { Email } from './templates/email.ts'

/** Takes emails: an SMTP server, or the embedded mailbox while none is set. */
export type Mailer = {
  kind: 'smtp' | 'mailbox'
  /** Posts one email. Never throws for anything the mail server says or does; that is in the result. */
  post(email: Email): Promise<Posted>
  close(): Promise<void>
}

export type Posted =
  /** The server took responsibility; `answer` is its last line, without addresses. */
  { kind: 'accepted'; answer: string } | { kind: 'failed'; failure: SmtpFailure }

/** A failed attempt to post an email, in the terms of RFC 5321. */
export type SmtpFailure = {
  /** The step that failed. `end_of_data`: the whole email was sent and the answer to it is missing or negative. */
  stage: 'connect' | 'tls' | 'greeting' | 'auth' | 'mail_from' | 'rcpt_to' | 'data' | 'end_of_data'
  /** The server's three-digit reply code; null when the connection was refused, lost or timed out. */
  code: number | null
  /** The answer of the server or the system: one line, without addresses. */
  text: string
}
