import type { DkimKey } from '../../../../config/dkim.ts'
import type { SmtpServer } from '../../../../config/smtp-server.ts'
import { SECOND } from '../../../../domain/time.ts'
import { loadLater } from '../../../../runtime/load-later.ts'
import { createSigner } from '../dkim.ts'
import type { Mailer, Posted } from '../mailer.ts'
import { renderMessage } from '../mime.ts'
import type { Email } from '../templates/email.ts'
import {
  describeServer,
  SMTP_TIMEOUTS,
  type SmtpEndpoint,
  type SmtpTimeouts,
  type TlsSettings,
} from './smtp-server.ts'
import type { Session } from './smtp-session.ts'

const loadSession = loadLater(() => import('./smtp-session.ts'))

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
/** Emails on one connection before it is closed: servers count them. */
export const MAX_EMAILS_PER_CONNECTION = 100
/** An unused connection is closed after this time; servers close idle ones after minutes. */
const IDLE_TIMEOUT_MS = 30 * SECOND
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

/** Connections that stay open between emails. */
type Sessions = {
  /** Returns a session ready for an email: an idle one, which the server may have closed meanwhile, or a new one. */
  acquire(
    limit: AbortSignal,
  ): Promise<{ kind: 'idle' | 'new'; session: Session } | Extract<Posted, { kind: 'failed' }>>
  /** Returns a session after its use, also after a failure. */
  release(session: Session): void
  /** Closes the idle sessions; those returned later are closed too. */
  close(): void
}

/** Creates the pool; no connection is opened before the first email. */
function openSessions(server: SmtpEndpoint): Sessions {
  const idle: { session: Session; timer: NodeJS.Timeout }[] = []
  let closed = false

  return {
    async acquire(limit) {
      for (let last = idle.pop(); last; last = idle.pop()) {
        clearTimeout(last.timer)
        if (await last.session.isReady(limit)) return { kind: 'idle', session: last.session }
        last.session.close()
      }
      const { createSession } = await loadSession()
      const session = createSession(server)
      const opened = await session.open(limit)
      if (opened.kind === 'done') return { kind: 'new', session }
      session.close()
      return opened
    },

    release(session) {
      if (!session.isOpen()) return
      if (closed || session.countEmails() >= MAX_EMAILS_PER_CONNECTION) return session.quit()
      const timer = setTimeout(() => {
        idle.splice(
          idle.findIndex((one) => one.session === session),
          1,
        )
        session.quit()
      }, IDLE_TIMEOUT_MS)
      timer.unref()
      idle.push({ session, timer })
    },

    close() {
      closed = true
      for (const { session, timer } of idle.splice(0)) {
        clearTimeout(timer)
        session.quit()
      }
    },
  }
}
