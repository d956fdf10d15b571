import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import { SECOND } from '../../../../domain/time.ts'

/** The server emails are handed to, as the operator set it. */
export type SmtpSettings = {
  host: string
  port: number
  /** TLS from the first byte (`smtps:`). */
  secure: boolean
  user: string | null
  password: string | null
}

export type TlsSettings = { rejectUnauthorized?: boolean; ca?: string }

/** Longest waits, in milliseconds. All lie well below the two minutes of a lease. */
export type SmtpTimeouts = {
  dns: number
  connection: number
  greeting: number
  /** Silence within a conversation. */
  socket: number
  /** One email, from the call to its end. */
  email: number
  /** How long closing waits for the emails in hand. */
  close: number
}

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  dns: 10 * SECOND,
  connection: 10 * SECOND,
  greeting: 10 * SECOND,
  socket: 60 * SECOND,
  email: 90 * SECOND,
  close: 10 * SECOND,
}

/** The server in Nodemailer's terms; `login` null: nobody signs in. */
export type SmtpServer = { connection: SMTPConnectionOptions; login: { user: string; pass: string } | null }

/**
 * A password leaves this machine only over TLS with a checked certificate. Without a password TLS is taken when
 * it is offered, with any certificate (RFC 7435): who could forge one could as well take the offer away.
 */
export function describeServer(
  smtp: SmtpSettings,
  timeouts: SmtpTimeouts,
  tls: TlsSettings = {},
): SmtpServer {
  const login = smtp.user !== null && smtp.password !== null ? { user: smtp.user, pass: smtp.password } : null
  const tlsNeeded = smtp.secure || (login !== null && !isLoopback(smtp.host))
  return {
    login,
    connection: {
      host: smtp.host,
      port: smtp.port,
      secure: smtp.secure,
      requireTLS: tlsNeeded && !smtp.secure,
      tls: { rejectUnauthorized: tlsNeeded, ...tls },
      dnsTimeout: timeouts.dns,
      connectionTimeout: timeouts.connection,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.socket,
      // A connection that is closed is gone: nothing waits for the server's half.
      socketCloseTimeout: 0,
    },
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
