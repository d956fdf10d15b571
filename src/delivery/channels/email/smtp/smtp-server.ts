import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { SmtpServer } from '../../../../config/smtp-server.ts'
import { SECOND } from '../../../../domain/time.ts'

export type TlsSettings = { rejectUnauthorized?: boolean; ca?: string }

/** Time limits in milliseconds, all well below the two minutes of a lease. */
export type SmtpTimeouts = {
  dns: number
  connection: number
  greeting: number
  /** Silence within a conversation. */
  socket: number
  /** One email, from the call to its end. */
  email: number
  /** Wait for the emails in progress when closing. */
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

/** The mail server in Nodemailer's terms; `login` is null where no sign-in is needed. */
export type SmtpEndpoint = { connection: SMTPConnectionOptions; login: { user: string; pass: string } | null }

/**
 * Translates the settings. A password leaves this machine only over TLS with a checked certificate. Without a password
 * TLS is used when offered, with any certificate (RFC 7435): an attacker who can forge one can also remove the offer.
 */
export function describeServer(
  smtp: SmtpServer,
  timeouts: SmtpTimeouts,
  tls: TlsSettings = {},
): SmtpEndpoint {
  const login = smtp.user !== null && smtp.password !== null ? { user: smtp.user, pass: smtp.password } : null
  const tlsNeeded = smtp.secure || (login !== null && !isLoopback(smtp.host))
  return {
    login,
    connection: {
      host: smtp.host,
      port: smtp.port,
      ...(smtp.heloName === undefined ? {} : { name: smtp.heloName }),
      secure: smtp.secure,
      requireTLS: tlsNeeded && !smtp.secure,
      tls: { rejectUnauthorized: tlsNeeded, ...tls },
      dnsTimeout: timeouts.dns,
      connectionTimeout: timeouts.connection,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.socket,
      // After `close` nothing waits for the server's half of the connection.
      socketCloseTimeout: 0,
    },
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}
