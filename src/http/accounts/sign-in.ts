import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canonicalMailbox, readPlainAddress } from '../../domain/accounts/mailbox.ts'
import { readNextPath } from '../../domain/accounts/next-path.ts'
import {
  SIGN_INS_PER_ADDRESS,
  SIGN_INS_PER_ADDRESS_AND_MAILBOX,
  type SignInAllowance,
} from '../../domain/accounts/sign-in.ts'
import { MAX_CREATION_BYTES } from '../../domain/endpoints/creation-limit.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { addressBucket, networkBucket } from '../kernel/client-address.ts'
import {
  clearCookieHeader,
  getCookie,
  parseBrowser,
  setCookieHeader,
  signedInHeader,
} from '../kernel/cookies.ts'
import { answerTo } from '../kernel/refusals.ts'
import { type Handler, registerRoute } from '../kernel/register-route.ts'
import {
  getClientAddress,
  getHeader,
  getText,
  parseContent,
  parseQueryParameters,
} from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import { isCrossSite, isSameOrigin } from '../kernel/same-origin.ts'
import { createAddressWindow } from '../limits/address-window.ts'
import { createSlidingWindow } from '../limits/sliding-window.ts'
import { findKeptEmails } from '../outbox/mailbox.ts'
import { checkInboxPage, signedOutPage, signInPage } from '../pages/accounts/sign-in.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { formatWait } from '../pages/waiting.ts'
import { REQUEST_SIGN_IN, SHOW_SIGN_IN, SIGN_IN_BY_CODE, SIGN_OUT } from './sign-in-operations.ts'

/** Registers sign-in by an emailed link or code, and sign-out. */
export function registerSignIn(server: FastifyInstance, deps: HttpDeps): void {
  const bodyLimit = MAX_CREATION_BYTES
  registerRoute(server, {
    url: '/sign-in',
    bodyLimit,
    handlers: {
      GET: { ...SHOW_SIGN_IN, handle: createShowSignIn(deps) },
      POST: { ...REQUEST_SIGN_IN, handle: createRequestSignIn(deps) },
    },
  })
  registerRoute(server, {
    url: '/sign-in/code',
    bodyLimit,
    handlers: { POST: { ...SIGN_IN_BY_CODE, handle: createSignInByCode(deps) } },
  })
  registerRoute(server, {
    url: '/sign-out',
    bodyLimit,
    handlers: { POST: { ...SIGN_OUT, handle: createSignOut(deps) } },
  })
}

/** Returns the language that the browser asks for. */
export function getLanguage(request: FastifyRequest) {
  return chooseLanguage(getHeader(request, 'accept-language'))
}

/** Shows the sign-in form, or redirects a browser that is signed in already. */
function createShowSignIn(deps: HttpDeps): Handler {
  const { base } = deps
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const next = readNextPath(parseQueryParameters(request).get('next'))
    if (await findSignedIn(deps, request)) return reply.redirect(base + (next ?? '/app'), 303)
    const language = getLanguage(request)
    return sendPage(reply, signInPage({ base, language, next, mailbox: '', problem: null }))
  }
}

function createRequestSignIn(deps: HttpDeps): Handler {
  const { actions, keys, clock, base } = deps
  const requestLimit = createAddressWindow(SIGN_INS_PER_ADDRESS)
  const shares = createSlidingWindow(SIGN_INS_PER_ADDRESS_AND_MAILBOX)

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const responseFormat = negotiateFormat(request, base)
    if (isCrossSite(request, base)) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, responseFormat)
    }
    const content = await parseContent(request, { multipart: 'refused' })
    if (content.kind === 'refused') return sendRefusal(request, reply, content.refusal, responseFormat)
    const typed = getText(content.fields, 'email').trim()
    const next = readNextPath(getText(content.fields, 'next'))
    const mailbox = readPlainAddress(typed)
    if (mailbox === null) return sendInvalidAddress(request, reply, { base, typed, next })
    const now = clock.now()
    const mailboxKey = keys.mailboxKey(canonicalMailbox(mailbox))
    const secret = getCookie(request, deps, 'sign-in')
    const isKnown = secret !== null && keys.isBrowserSecret({ secret, mailboxKey })
    const address = addressBucket(getClientAddress(request, deps.trusts))
    const requester = isKnown ? secret : address
    const wait = requestLimit.take(requester, now)
    if (wait > 0) return sendTooManyRequests(request, reply, { base, wait, typed, next })

    // The browser keeps its secret, so that the links of its earlier emails stay valid in it.
    const pending = secret ?? keys.newSessionSecret()
    const { device } = parseBrowser(request, deps)
    let allowance: SignInAllowance = 'browser'
    if (!isKnown) {
      // A stranger with a /48 has 65,536 addresses: one share for all of them.
      const sharer = `${networkBucket(address) ?? address} ${mailboxKey}`
      allowance = shares.take(sharer, now) === 0 ? 'mailbox' : 'none'
    }
    await actions.requestSignIn({ mailbox, browserSecret: pending, allowance, device, next, now })
    reply.headers(setCookieHeader(deps, { name: 'sign-in', value: pending }))
    if (!responseFormat.html) return reply.code(202).send({ ok: true })
    return sendPage(reply, renderCodePage(deps, request, { mailbox: typed, problem: null }), 202)
  }
}

function sendInvalidAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { base, typed, next }: { base: string; typed: string; next: string | null },
): FastifyReply {
  const refusal: Refusal = { code: 'value_invalid', field: 'email' }
  const responseFormat = negotiateFormat(request, base)
  if (!responseFormat.html) return sendRefusal(request, reply, refusal, responseFormat)
  const language = getLanguage(request)
  const problem = { kind: 'not_an_address' } as const
  const page = signInPage({ base, language, next, mailbox: typed, problem })
  return sendPage(reply, page, answerTo(refusal, '').status)
}

function sendTooManyRequests(
  request: FastifyRequest,
  reply: FastifyReply,
  { base, wait, typed, next }: { base: string; wait: number; typed: string; next: string | null },
): FastifyReply {
  const refusal: Refusal = { code: 'sign_in_rate', retryAfterSeconds: wait }
  const responseFormat = negotiateFormat(request, base)
  if (!responseFormat.html) return sendRefusal(request, reply, refusal, responseFormat)
  const language = getLanguage(request)
  const problem = { kind: 'too_often', wait: formatWait(language, wait) } as const
  const page = signInPage({ base, language, next, mailbox: typed, problem })
  return sendPage(reply.header('retry-after', String(wait)), page, answerTo(refusal, '').status)
}

function createSignInByCode(deps: HttpDeps): Handler {
  const { actions, clock, base } = deps
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const responseFormat = negotiateFormat(request, base)
    if (!isSameOrigin(request, base)) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, responseFormat)
    }
    const content = await parseContent(request, { multipart: 'refused' })
    if (content.kind === 'refused') return sendRefusal(request, reply, content.refusal, responseFormat)
    const code = getText(content.fields, 'code')
    const follower = { ...parseBrowser(request, deps), pendingSecret: getCookie(request, deps, 'sign-in') }
    const signedIn = await actions.signInByCode({ code, follower, now: clock.now() })
    if (signedIn.kind === 'refused') {
      if (!responseFormat.html) return sendRefusal(request, reply, signedIn.refusal, responseFormat)
      // Only shown again: the browser's cookie decides which email it requested.
      const mailbox = readPlainAddress(getText(content.fields, 'email').trim())
      const page = renderCodePage(deps, request, { mailbox, problem: 'wrong_code' })
      return sendPage(reply, page, answerTo(signedIn.refusal, '').status)
    }
    reply.headers(signedInHeader(deps, signedIn))
    if (!responseFormat.html) return reply.send({ ok: true })
    return reply.redirect(base + (signedIn.next ?? '/app'), 303)
  }
}

function createSignOut(deps: HttpDeps): Handler {
  const { actions, base } = deps
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSameOrigin(request, base)) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, negotiateFormat(request, base))
    }
    const caller = await findSignedIn(deps, request)
    if (caller) await actions.signOut(caller, deps.clock.now())
    reply.headers(clearCookieHeader(deps, 'session'))
    return sendPage(reply, signedOutPage({ base, language: getLanguage(request) }))
  }
}

/** Returns the owner whose session cookie the request carries. */
async function findSignedIn(deps: HttpDeps, request: FastifyRequest) {
  const secret = getCookie(request, deps, 'session')
  return secret === null ? null : deps.actions.findCallerBySession({ secret, now: deps.clock.now() })
}

function renderCodePage(
  deps: HttpDeps,
  request: FastifyRequest,
  shown: { mailbox: string | null; problem: 'wrong_code' | null },
): string {
  const keptEmails = findKeptEmails(deps)
  return checkInboxPage({ base: deps.base, language: getLanguage(request), keptEmails, ...shown })
}
