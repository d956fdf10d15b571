import { SECOND } from '../../../../domain/time.ts'
import { loadLater } from '../../../../runtime/load-later.ts'
import type { Posted } from '../mailer.ts'
import type { SmtpEndpoint } from './smtp-server.ts'
import type { Session } from './smtp-session.ts'

const loadSession = loadLater(() => import('./smtp-session.ts'))

/** Emails on one connection before it is closed: servers count them. */
export const MAX_EMAILS_PER_CONNECTION = 100
/** An unused connection is closed after this time; servers close idle ones after minutes. */
const IDLE_TIMEOUT_MS = 30 * SECOND

/** Connections that stay open between emails. */
export type Sessions = {
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
export function openSessions(server: SmtpEndpoint): Sessions {
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
