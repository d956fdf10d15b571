import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EmailBox, HttpDeps } from '../deps.ts'
import { isLoopback } from '../kernel/client-address.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal, sendScriptedPage } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import type { KeptEmails } from '../pages/kept-emails.ts'
import { emailPage, mailboxPage } from '../pages/mailbox.ts'
import { FOLLOWED_FRAME_POLICY } from './email-frame.ts'

const EMAILS_SHOWN = 100
/** Headers that proxies add: X-Forwarded-…, Forwarded, Via, and the client's address under any of its many names. */
const ADDED_BY_PROXIES = /^via$|forwarded|-ip$/

/**
 * Returns true when a proxy on this machine has visibly forwarded the request. A proxy that speaks HTTP/1.1, keeps
 * Host and adds nothing looks like a browser.
 */
function hasPassedProxy({ headers, raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || Object.keys(headers).some((name) => ADDED_BY_PROXIES.test(name))
}

/** Returns where people read the emails of this instance: at a URL, or with a command; null if a mail server delivers them. */
export function findKeptEmails({
  base,
  emailBox,
  mailboxIsServed,
}: Pick<HttpDeps, 'base' | 'emailBox' | 'mailboxIsServed'>): KeptEmails | null {
  if (!emailBox) return null
  return mailboxIsServed ? { kind: 'url', url: `${base}/mailbox` } : { kind: 'command' }
}

/** Serves the embedded mailbox for development: only to this machine, and not through a proxy on it. */
export function registerMailbox(server: FastifyInstance, deps: HttpDeps): void {
  const { base, emailBox } = deps
  const host = new URL(base).host

  function isLocal(request: FastifyRequest): boolean {
    return (
      deps.mailboxIsServed &&
      isLoopback(request.socket.remoteAddress ?? '') &&
      request.headers.host === host &&
      !hasPassedProxy(request)
    )
  }

  /** Registers a page that only this machine can open; all other clients get a 404. */
  function registerLocalRoute(
    url: string,
    handle: (box: EmailBox, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void {
    registerRoute(server, {
      url,
      handlers: {
        async GET(request, reply) {
          if (emailBox && isLocal(request)) return handle(emailBox, request, reply)
          return sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, base))
        },
      },
    })
  }

  function registerEmailPage(url: string, view: 'html' | 'text' | 'source'): void {
    registerLocalRoute(url, async (box, request, reply) => {
      const email = await box.read(pathParameter(request, 'id'))
      if (!email) return sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, base))
      const { text, html, source } = email
      const shown = view === 'html' && html === '' ? 'text' : view
      return sendPage(reply, emailPage({ base, email, view: shown, text, source }))
    })
  }

  registerLocalRoute('/mailbox', async (box, _request, reply) =>
    sendScriptedPage(reply, mailboxPage({ base, ...(await box.list(EMAILS_SHOWN)) })),
  )
  registerEmailPage('/mailbox/:id', 'html')
  registerEmailPage('/mailbox/:id/text', 'text')
  registerEmailPage('/mailbox/:id/source', 'source')
  registerLocalRoute('/mailbox/:id/frame', async (box, request, reply) => {
    const email = await box.read(pathParameter(request, 'id'))
    if (!email) return sendRefusal(request, reply, { code: 'not_found' }, negotiateFormat(request, base))
    reply.header('content-security-policy', FOLLOWED_FRAME_POLICY).type('text/html; charset=utf-8')
    return reply.send(email.html.replace('<head>', '<head><base target="_top">'))
  })
}
