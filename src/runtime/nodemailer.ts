import { createRequire } from 'node:module'
import { loadLater } from './load-later.ts'

type MailComposer = typeof import('nodemailer/lib/mail-composer').default
type SmtpConnection = typeof import('nodemailer/lib/smtp-connection').default
type Dkim = typeof import('nodemailer/lib/dkim').default

/**
 * Loads a part of Nodemailer as CommonJS. Its ES modules import `node:http`, whose exports Node then reads one by one, and so
 * loads the client behind `fetch`: 3 MB of memory and 80 ms of processor time for something that emails do not use.
 */
export const requireNodemailer = createRequire(import.meta.url)

export const loadMailComposer = loadLater(
  async (): Promise<MailComposer> => requireNodemailer('nodemailer/lib/mail-composer'),
)

export function loadSmtpConnection(): SmtpConnection {
  return requireNodemailer('nodemailer/lib/smtp-connection')
}

export function loadDkim(): Dkim {
  return requireNodemailer('nodemailer/lib/dkim')
}
