import type { DkimKey } from '../../../../config/dkim.ts'
import type { SmtpServer } from '../../../../config/smtp-server.ts'
import { type BounceAddress, toEnvelopeSender } from '../../../../domain/outbox/bounce-address.ts'
import { type BounceVendorName, VENDOR_HEADERS } from '../../../../domain/outbox/bounce-vendors.ts'
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
  /** Envelope sender of emails with a token; without it, that is their From address, and no delivery reports are requested. */
  bounceAddress?: BounceAddress | null
  /** Mail providers whose webhooks are set up: emails get the headers with which these return a token. */
  vendors?: readonly BounceVendorName[]
  /** Milliseconds; defaults to `SMTP_TIMEOUTS`. */
  timeouts?: Partial<SmtpTimeouts>
  /** Maximum number of connections; `MAX_CONNECTIONS` by default. */
  maxConnections?: number
  tls?: TlsSettings
}

const MAX_CONNECTIONS = 6
/** Number of connections that emails to one domain leave free for other domains, in case it is slow. */
const RESERVED_CONNECTIONS = 1
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
  const { bounceAddress = null, vendors = [] } = options
  const timeouts = { ...SMTP_TIMEOUTS, ...options.timeouts }
  const sessions = openSessions(describeServer(options.smtp, timeouts, options.tls))
  const sign = options.dkim ? createSigner(options.dkim) : async (message: Buffer) => message
  const connections = createConnectionLimit(options.maxConnections ?? MAX_CONNECTIONS)
  const inProgress = new Map<AbortController, Promise<Posted>>()
  let closing = false

  function listVendorHeaders({ bounceToken }: Email): string[] {
    if (bounceToken === null) return []
    return vendors.flatMap((vendor) => {
      const line = VENDOR_HEADERS[vendor]?.(bounceToken)
      return line ? [line.join(': ')] : []
    })
  }

  async function attempt(email: Email, limit: AbortSignal): Promise<Posted> {
    const message = await sign(await renderMessage(email, listVendorHeaders(email)))
    const size = email.attachments.length === 0 ? null : message.length
    const token = bounceAddress ? email.bounceToken : null
    const from = bounceAddress && token ? toEnvelopeSender(bounceAddress, token) : email.from.address
    using _place = await connections.take(email.to.slice(email.to.lastIndexOf('@') + 1))
    if (closing || limit.aborted) return notAttempted('No connection became free in time.')
    for (;;) {
      const acquired = await sessions.acquire(limit)
      if (acquired.kind === 'failed') return acquired
      const { session } = acquired
      try {
        const posted = await session.post({ from, to: email.to, message, size, envelopeId: token }, limit)
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
export type Semaphore = { take(): Promise<Disposable> }

/** Creates a semaphore with `limit` places; the others wait in the order they came. */
export function createSemaphore(limit: number): Semaphore {
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

/** Creates the limit of connections. Emails to one domain use all but `RESERVED_CONNECTIONS` of them, and at least one. */
function createConnectionLimit(limit: number): { take(domain: string): Promise<Disposable> } {
  const maxOfDomain = Math.max(1, limit - RESERVED_CONNECTIONS)
  const inUse = new Map<string, number>()
  let free = limit
  const waiting: { domain: string; resolve: () => void }[] = []

  function mayUse(domain: string): boolean {
    return free > 0 && (inUse.get(domain) ?? 0) < maxOfDomain
  }

  function use(domain: string): void {
    free -= 1
    inUse.set(domain, (inUse.get(domain) ?? 0) + 1)
  }

  function release(domain: string): void {
    free += 1
    const left = (inUse.get(domain) ?? 1) - 1
    if (left === 0) inUse.delete(domain)
    else inUse.set(domain, left)
    const index = waiting.findIndex((one) => mayUse(one.domain))
    const [next] = index === -1 ? [] : waiting.splice(index, 1)
    if (!next) return
    use(next.domain)
    next.resolve()
  }

  return {
    async take(domain) {
      if (mayUse(domain)) use(domain)
      else await new Promise<void>((resolve) => waiting.push({ domain, resolve }))
      return { [Symbol.dispose]: () => release(domain) }
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
