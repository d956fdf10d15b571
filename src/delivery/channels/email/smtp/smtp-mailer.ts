import { type DkimKey, openSigner } from '../dkim.ts'
import type { Mailer, Posted } from '../mailer.ts'
import { renderMessage } from '../mime.ts'
import { createSemaphore } from '../semaphore.ts'
import type { Email } from '../templates/email.ts'
import {
  describeServer,
  SMTP_TIMEOUTS,
  type SmtpSettings,
  type SmtpTimeouts,
  type TlsSettings,
} from './smtp-server.ts'
import { openSessions } from './smtp-sessions.ts'

export type SmtpMailerOptions = {
  smtp: SmtpSettings
  /** Null: the server signs, or nobody does. */
  dkim: DkimKey | null
  /** Milliseconds; what is left out is as `SMTP_TIMEOUTS` says. */
  timeouts?: Partial<SmtpTimeouts>
  /** Most connections at one time. */
  connections?: number
  tls?: TlsSettings
}

const CONNECTIONS = 5

/**
 * A mailer that hands emails to an SMTP server (RFC 5321). Each `post` is one attempt, is over within
 * `timeouts.email`, and tells at which step it failed: `end_of_data` without a code means that the email
 * may have arrived, every other failure that it has not.
 * @throws when the DKIM key cannot sign.
 */
export function openSmtpMailer(options: SmtpMailerOptions): Mailer {
  const timeouts = { ...SMTP_TIMEOUTS, ...options.timeouts }
  const sessions = openSessions(describeServer(options.smtp, timeouts, options.tls))
  const sign = options.dkim ? openSigner(options.dkim) : async (message: Buffer) => message
  const turns = createSemaphore(options.connections ?? CONNECTIONS)
  const inHand = new Map<AbortController, Promise<Posted>>()
  let closing = false

  async function attempt(email: Email, limit: AbortSignal): Promise<Posted> {
    const message = await sign(await renderMessage(email))
    using _turn = await turns.take()
    if (closing || limit.aborted) return notTried('no connection was free in time')
    const taken = await sessions.take(limit)
    if (taken.kind === 'failed') return taken
    try {
      return await taken.session.post({ from: email.from.address, to: email.to, message }, limit)
    } finally {
      sessions.giveBack(taken.session)
    }
  }

  return {
    kind: 'smtp',

    async post(email) {
      if (closing) return notTried('the mailer is closed')
      const patience = new AbortController()
      const timer = setTimeout(() => patience.abort(), timeouts.email)
      const posted = attempt(email, patience.signal).finally(() => {
        clearTimeout(timer)
        inHand.delete(patience)
      })
      inHand.set(patience, posted)
      return posted
    },

    async close() {
      closing = true
      sessions.close()
      const timer = setTimeout(() => {
        for (const patience of inHand.keys()) patience.abort()
      }, timeouts.close)
      await Promise.allSettled(inHand.values())
      clearTimeout(timer)
    },
  }
}

function notTried(text: string): Posted {
  return { kind: 'failed', failure: { stage: 'connect', code: null, text } }
}
