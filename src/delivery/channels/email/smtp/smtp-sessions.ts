import { SECOND } from '../../../../domain/time.ts'
import type { Posted } from '../mailer.ts'
import type { SmtpServer } from './smtp-server.ts'
import { newSession, type Session } from './smtp-session.ts'

/** Emails one connection carries before it is given up: servers count them. */
export const EMAILS_PER_CONNECTION = 100
/** How long an unused connection is kept, in milliseconds; servers close idle ones after minutes. */
const KEPT_MILLISECONDS = 30 * SECOND

/** Connections that stay open between emails. */
export type Sessions = {
  /** A session ready for an email: one that was kept if the server still answers on it, else a new one. */
  take(limit: AbortSignal): Promise<{ kind: 'ready'; session: Session } | Extract<Posted, { kind: 'failed' }>>
  /** Every session that was taken is given back, whatever became of it. */
  giveBack(session: Session): void
  /** Closes what is kept; what is given back later is closed too. */
  close(): void
}

/** Connections to this server; none is opened before the first email. */
export function openSessions(server: SmtpServer): Sessions {
  const kept: { session: Session; timer: NodeJS.Timeout }[] = []
  let closed = false

  return {
    async take(limit) {
      for (let last = kept.pop(); last; last = kept.pop()) {
        clearTimeout(last.timer)
        if (await last.session.ready(limit)) return { kind: 'ready', session: last.session }
        last.session.close()
      }
      const session = newSession(server)
      const opened = await session.open(limit)
      if (opened.kind === 'done') return { kind: 'ready', session }
      session.close()
      return opened
    },

    giveBack(session) {
      if (!session.stands()) return
      if (closed || session.emails() >= EMAILS_PER_CONNECTION) return session.leave()
      const timer = setTimeout(() => {
        kept.splice(
          kept.findIndex((one) => one.session === session),
          1,
        )
        session.leave()
      }, KEPT_MILLISECONDS)
      timer.unref()
      kept.push({ session, timer })
    },

    close() {
      closed = true
      for (const { session, timer } of kept.splice(0)) {
        clearTimeout(timer)
        session.leave()
      }
    },
  }
}
