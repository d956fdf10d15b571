import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readPlainAddress } from '../../domain/accounts/mailbox.ts'
import { readNextPath } from '../../domain/accounts/next-path.ts'
import { MAX_CREATION_BYTES } from '../../domain/endpoints/creation-limit.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { getCookie, giveCookie, parseBrowser, takeCookie } from '../kernel/cookies.ts'
import { answerTo } from '../kernel/refusals.ts'
import { type DeclaredBody, registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, getHeader, parseContent, parseQueryParameters, textOf } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import { isSentFromElsewhere, isSentFromHere } from '../kernel/same-origin.ts'
import { createSignInRequestLimit } from '../limits/sign-in-request-limit.ts'
import { type AskProblem, checkInboxPage, signedOutPage, signInPage } from '../pages/accounts/sign-in.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { formatWait } from '../pages/waiting.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { A_PAGE } from '../schema/page-answers.ts'
import type { Parameter } from '../schema/parameters.ts'
import { CodeRequest, Ok, SignInRequest } from '../schema/schemas.ts'

const NEXT: Parameter = {
  name: 'next',
  in: 'query',
  description: 'A path of the dashboard, where to go afterwards.',
  schema: { type: 'string' },
}

/** The way in for owners: an email with a link and a code. And the way out. */
export function signInRoutes(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, keys, clock, base } = deps
  const addresses = createSignInRequestLimit()
  const emailsUrl = deps.emailBox && deps.baseIsLoopback ? `${base}/mailbox` : null

  async function ask(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const responseFormat = negotiateFormat(request, base)
    if (isSentFromElsewhere(request, base)) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, responseFormat)
    }
    const content = await parseContent(request, { multipart: 'refused' })
    if (content.kind === 'refused') return sendRefusal(request, reply, content.refusal, responseFormat)
    const typed = textOf(content.fields, 'email').trim()
    const next = readNextPath(textOf(content.fields, 'next'))
    const mailbox = readPlainAddress(typed)
    if (mailbox === null) {
      const refusal: Refusal = { code: 'value_invalid', field: 'email' }
      if (!responseFormat.html) return sendRefusal(request, reply, refusal, responseFormat)
      const page = askPage(request, { next, mailbox: typed, problem: { kind: 'not_an_address' } })
      return sendPage(reply, page, answerTo(refusal, '').status)
    }
    const now = clock.now()
    const wait = addresses.take(addressBucket(getClientAddress(request, deps.trusts)), now)
    if (wait > 0) return sendTooOften(request, reply, { wait, mailbox: typed, next })

    // The same one again, so that an earlier email is still one that this browser asked for.
    const pending = getCookie(request, deps, 'sign-in') ?? keys.newSessionSecret()
    const { device } = parseBrowser(request, deps)
    await actions.requestSignIn({ mailbox, browserSecret: pending, device, next, now })
    reply.headers(giveCookie(deps, { name: 'sign-in', value: pending }))
    if (!responseFormat.html) return reply.code(202).send({ ok: true })
    return sendPage(reply, codePage(request, { mailbox: typed, problem: null }), 202)
  }

  function sendTooOften(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: { wait: number; mailbox: string; next: string | null },
  ): FastifyReply {
    const { wait, ...shown } = asked
    const refusal: Refusal = { code: 'sign_in_rate', retryAfterSeconds: wait }
    const responseFormat = negotiateFormat(request, base)
    if (!responseFormat.html) return sendRefusal(request, reply, refusal, responseFormat)
    const worded = formatWait(getLanguage(request), wait)
    const page = askPage(request, { ...shown, problem: { kind: 'too_often', wait: worded } })
    return sendPage(reply.header('retry-after', String(wait)), page, answerTo(refusal, '').status)
  }

  async function useCode(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const responseFormat = negotiateFormat(request, base)
    if (!isSentFromHere(request, base)) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, responseFormat)
    }
    const content = await parseContent(request, { multipart: 'refused' })
    if (content.kind === 'refused') return sendRefusal(request, reply, content.refusal, responseFormat)
    const code = textOf(content.fields, 'code')
    const follower = { ...parseBrowser(request, deps), pendingSecret: getCookie(request, deps, 'sign-in') }
    const used = await actions.signInByCode({ code, follower, now: clock.now() })
    if (used.kind === 'refused') {
      if (!responseFormat.html) return sendRefusal(request, reply, used.refusal, responseFormat)
      const page = codePage(request, { mailbox: null, problem: 'wrong_code' })
      return sendPage(reply, page, answerTo(used.refusal, '').status)
    }
    reply.headers(giveCookie(deps, { name: 'session', value: used.secret }))
    reply.headers(takeCookie(deps, 'sign-in'))
    return responseFormat.html ? reply.redirect(base + (used.next ?? '/app'), 303) : reply.send({ ok: true })
  }

  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!isSentFromHere(request, base)) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, negotiateFormat(request, base))
    }
    const secret = getCookie(request, deps, 'session')
    const caller = secret === null ? null : await actions.findCallerBySession({ secret, now: clock.now() })
    if (caller) await actions.signOut(caller)
    reply.headers(takeCookie(deps, 'session'))
    return sendPage(reply, signedOutPage({ base, language: getLanguage(request) }))
  }

  /** Whoever is signed in already is where they want to be. */
  async function showSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const next = readNextPath(parseQueryParameters(request).get('next'))
    const secret = getCookie(request, deps, 'session')
    const caller = secret === null ? null : await actions.findCallerBySession({ secret, now: clock.now() })
    if (caller) return reply.redirect(base + (next ?? '/app'), 303)
    return sendPage(reply, askPage(request, { next, mailbox: '', problem: null }))
  }

  function askPage(
    request: FastifyRequest,
    shown: { next: string | null; mailbox: string; problem: AskProblem },
  ): string {
    return signInPage({ base, language: getLanguage(request), ...shown })
  }

  function codePage(
    request: FastifyRequest,
    shown: { mailbox: string | null; problem: 'wrong_code' | null },
  ): string {
    return checkInboxPage({ base, language: getLanguage(request), emailsUrl, ...shown })
  }

  registerRoute(server, {
    url: '/sign-in',
    bodyLimit: MAX_CREATION_BYTES,
    handlers: {
      GET: {
        operationId: 'showSignIn',
        summary: 'Show the form that asks for an email address.',
        tag: 'sign-in',
        parameters: [NEXT],
        answers: {
          200: A_PAGE,
          303: { description: 'The browser is signed in already.', headers: ['Location'] },
        },
        handle: showSignIn,
      },
      POST: {
        operationId: 'requestSignIn',
        summary: 'Request an email that signs in.',
        description: 'The answer is the same whether or not the address owns something here.',
        tag: 'sign-in',
        body: formOrJson({ schema: SignInRequest, example: { email: EXAMPLE_RECIPIENT } }),
        answers: {
          202: {
            description: 'An email may be on its way.',
            schema: Ok,
            example: { ok: true },
            media: ['text/html'],
            headers: ['Set-Cookie'],
          },
        },
        refuses: ['value_invalid', 'body_unparsable', 'cross_site_action', 'sign_in_rate'],
        refusesAs: 'json or page',
        handle: ask,
      },
    },
  })
  registerRoute(server, {
    url: '/sign-in/code',
    bodyLimit: MAX_CREATION_BYTES,
    handlers: {
      POST: {
        operationId: 'signInByCode',
        summary: 'Sign in with the code of the email, in the browser that requested it.',
        description: 'From a page of this service only.',
        tag: 'sign-in',
        body: formOrJson({ schema: CodeRequest, example: { code: '7KQ2M9XT' } }),
        answers: {
          200: {
            description: 'Signed in: the cookie is the session.',
            schema: Ok,
            example: { ok: true },
            headers: ['Set-Cookie'],
          },
          303: { description: 'Signed in: the cookie is the session.', headers: ['Location', 'Set-Cookie'] },
        },
        refuses: ['code_wrong', 'body_unparsable', 'cross_site_action'],
        refusesAs: 'json or page',
        handle: useCode,
      },
    },
  })
  registerRoute(server, {
    url: '/sign-out',
    bodyLimit: MAX_CREATION_BYTES,
    handlers: {
      POST: {
        operationId: 'signOutByPage',
        summary: 'Sign this browser out.',
        description: 'From a page of this service only.',
        tag: 'sign-in',
        answers: { 200: { ...A_PAGE, headers: ['Set-Cookie'] } },
        refuses: ['cross_site_action'],
        refusesAs: 'json or page',
        handle: signOut,
      },
    },
  })
}

/** The language that the browser asks for. */
export function getLanguage(request: FastifyRequest) {
  return chooseLanguage(getHeader(request, 'accept-language'))
}

function formOrJson(body: DeclaredBody): Record<string, DeclaredBody> {
  return { 'application/x-www-form-urlencoded': body, 'application/json': body }
}
