import type { DkimKey } from '../../../../config/dkim.ts'
import type { SmtpServer } from '../../../../config/smtp-server.ts'
import { createSigner } from '../dkim.ts'
import type { Mailer, Posted } from '../mailer.ts'
import { renderMessage } from '../mime.ts'
import type { Email } from '../templates/email.ts'
import { describeServer, SMTP_TIMEOUTS, type SmtpTimeouts, type TlsSettings } from './smtp-server.ts'
import { openSessions } from './smtp-sessions.ts'

export type SmtpMailerOptions = {
  smtp: SmtpServer
  /** Null when the server signs, or nobody does. */
  dkim: DkimKey | null
  /** Milliseconds; defaults to `SMTP_TIMEOUTS`. */
  timeouts?: Partial<SmtpTimeouts>
  /** Maximum number of connections; `MAX_CONNECTIONS` by default. */
  maxConnections?: number
  tls?: TlsSettings
}

const MAX_CONNECTIONS = 5
/** "Service closing transmission channel" (RFC 5321 §4.2.3). */
const SERVICE_CLOSES = 421

/**
 * Opens a mailer to an SMTP server (RFC 5321). Each `post` is one attempt, ends within `timeouts.email`, and reports the
 * step that failed: `end_of_data` without a code means that the email may have arrived, every other failure that it has
 * not.
 *
 * @throws when the DKIM key cannot sign
 */
export function openSmtpMailer(options: SmtpMailerOptions): Mailer {
  const timeouts = { ...SMTP_TIMEOUTS, ...options.timeouts }
  const sessions = openSessions(describeServer(options.smtp, timeouts, options.tls))
  const sign = options.dkim ? createSigner(options.dkim) : async (message: Buffer) => message
  const connections = createSemaphore(options.maxConnections ?? MAX_CONNECTIONS)
  const inProgress = new Map<AbortController, Promise<Posted>>()
  let closing = false

  async function attempt(email: Email, limit: AbortSignal): Promise<Posted> {
    const message = await sign(await renderMessage(email))
    using _place = await connections.take()
    if (closing || limit.aborted) return notAttempted('No connection became free in time.')
    for (;;) {
      const acquired = await sessions.acquire(limit)
      if (acquired.kind === 'failed') return acquired
      const { session } = acquired
      try {
        const posted = await session.post({ from: email.from.address, to: email.to, message }, limit)
        if (acquired.kind === 'new' || closing || limit.aborted || !wasClosed(posted)) return posted
        session.close()
      } finally {
        sessions.release(session)
      }
    }
  }

  return {
    kind: 'smtp',

    async post(email) {
      if (closing) return notAttempted('The service is stopping.')
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), timeouts.email)
      const posted = attempt(email, limit.signal).finally(() => {
        clearTimeout(timer)
        inProgress.delete(limit)
      })
      inProgress.set(limit, posted)
      return posted
    },

    async close() {
      closing = true
      sessions.close()
      const timer = setTimeout(() => {
        for (const limit of inProgress.keys()) limit.abort()
      }, timeouts.close)
      await Promise.allSettled(inProgress.values())
      clearTimeout(timer)
    },
  }
}

/** Returns true when the server closed the connection before it took anything of the email, as it may while one is idle. */
function wasClosed(posted: Posted): boolean {
  if (posted.kind === 'accepted') return false
  const { stage, code } = posted.failure
  return stage === 'mail_from' && (code === null || code === SERVICE_CLOSES)
}

function notAttempted(text: string): Posted {
  return { kind: 'failed', failure: { stage: 'connect', code: null, text } }
}

/** Limits the number of concurrent users; disposing of a place frees it. */
type Semaphore = { take(): Promise<Disposable> }

/** Creates a semaphore with `limit` places; the others wait in the order they came. */
function createSemaphore(limit: number): Semaphore {
  let free = limit
  const waiting: (() => void)[] = []

  const place: Disposable = {
    [Symbol.dispose]() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }

  return {
    async take() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return place
    },
  }
}
