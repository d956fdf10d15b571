import type { FastifyReply } from 'fastify'
import type { Refusal, RefusalCode } from '../../domain/refusal.ts'
import { type Markdown, renderMarkdown } from '../../markup/markdown.ts'
import { chooseLanguage, findLanguage } from '../pages/i18n/languages.ts'
import { refusalMarkdown } from '../pages/markdown/refusal.ts'
import { refusalFragment, refusalPage, refusalText } from '../pages/refusal.ts'
import { answerTo, formspreeErrors } from './refusals.ts'
import type { RequestHead } from './request.ts'
import { findFragment, isSafeMethod, isSwappedByHtmx, type ResponseFormat } from './response-format.ts'
import { addVary } from './vary.ts'

const BASIC_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'"
const OUR_SCRIPTS = "script-src 'self'; require-trusted-types-for 'script'"
const NO_FRAMES = "frame-ancestors 'none'"
/** Pages without a script, the default: also all pages behind a link with a token. */
const PAGE_POLICY = `${BASIC_POLICY}; ${NO_FRAMES}`
const SCRIPTED_PAGE_POLICY = `${BASIC_POLICY}; ${OUR_SCRIPTS}; ${NO_FRAMES}`
/** Pages that ask the service what has happened meanwhile. */
const LIVE_PAGE_POLICY = `${SCRIPTED_PAGE_POLICY}; connect-src 'self'`
const EMAIL_PAGE_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
const FRAMED_PAGE_POLICY = `${BASIC_POLICY}; ${OUR_SCRIPTS}`
/** The script of a receipt asks for it again. */
const RECEIPT_POLICY = `${FRAMED_PAGE_POLICY}; connect-src 'self'`
/** Paths that accept submissions, and receipts. */
const FRAMED_PATH = /^\/(?:f|r|s|ajax\/f)\/|^\/submit(?:[?#]|$)/

/** Paths of submissions alone, and of the demonstration, whose scripts show the visitor why one was refused. */
const SUBMISSION_PATH = /^\/(?:f\/|demo(?:[?#]|$))/

const ACCEPTED_BODIES = 'application/x-www-form-urlencoded, multipart/form-data, application/json'

/** Same-origin, not none: with none, browsers send `Origin: null` from our own buttons. */
export const REFERRER_POLICY = 'same-origin'

/** Headers of every HTML page, except that pages around a form may be framed. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const

/** Headers of a page that search engines may index, and whose script asks the service, such as for the index of the search. */
export const PUBLIC_LIVE_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': LIVE_PAGE_POLICY,
} as const

/** An answer as data, written by the fast path or the framework. Header names are in lower case. */
export type Answer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  /** Code of the refusal that this answer is. */
  refusalCode?: RefusalCode
}

declare module 'fastify' {
  interface FastifyReply {
    /** Code of the refusal that was sent. */
    refusalCode: RefusalCode | null
  }
}

export const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' } as const
export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

/** Sends an answer through the framework. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.refusalCode) reply.refusalCode = answer.refusalCode
  // NOTE: given an empty string, the framework would set the type text/plain.
  return reply
    .code(answer.status)
    .headers(answer.headers)
    .send(answer.body || undefined)
}

/** Sends a page with `noindex` for search engines. */
export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return send(reply, pageAnswer(page, status))
}

/**
 * Sends a page that every site may frame, and that may load our scripts. Only for pages around a form without secrets and
 * without actions: site builders put forms, and so the pages that follow, into frames.
 */
export function sendFramedPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return send(reply, framedPageAnswer(page, status))
}

/** Sends a receipt, which every site may frame like the other pages that follow a form. */
export function sendReceiptPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return send(reply, withPolicy(pageAnswer(page, status), RECEIPT_POLICY))
}

function pageAnswer(page: string, status: number): Answer {
  return { status, headers: { ...PAGE_HEADERS, 'x-robots-tag': 'noindex' }, body: page }
}

function framedPageAnswer(page: string, status: number): Answer {
  return withPolicy(pageAnswer(page, status), FRAMED_PAGE_POLICY)
}

function withPolicy(answer: Answer, policy: string): Answer {
  return { ...answer, headers: { ...answer.headers, 'content-security-policy': policy } }
}

/** Sends a page that may load our scripts, with `noindex` for search engines. */
export function sendScriptedPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return send(reply, withPolicy(pageAnswer(page, status), SCRIPTED_PAGE_POLICY))
}

/** Sends a page whose script asks the service what has happened meanwhile, with `noindex` for search engines. */
export function sendLivePage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return send(reply, withPolicy(pageAnswer(page, status), LIVE_PAGE_POLICY))
}

/** Sends a page that search engines may index, and whose script asks the service. */
export function sendPublicLivePage(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(PUBLIC_LIVE_PAGE_HEADERS).send(page)
}

/** Sends a page without scripts around an email, whose frame inherits the policy of the page and needs its own styles. */
export function sendEmailPage(reply: FastifyReply, page: string): FastifyReply {
  return send(reply, withPolicy(pageAnswer(page, 200), EMAIL_PAGE_POLICY))
}

/** Sends Markdown with `noindex` for search engines. */
export function sendMarkdown(reply: FastifyReply, content: Markdown, status = 200): FastifyReply {
  return send(reply, markdownAnswer(content, status))
}

function markdownAnswer(content: Markdown, status: number): Answer {
  const headers = { 'content-type': MARKDOWN_TYPE, 'x-robots-tag': 'noindex' }
  return { status, headers, body: renderMarkdown(content) }
}

/** Sends a refusal: as JSON in the common error shape, as a page in the visitor's language, or as Markdown. */
export function sendRefusal(
  request: RequestHead,
  reply: FastifyReply,
  refusal: Refusal,
  responseFormat: ResponseFormat,
): FastifyReply {
  if (isSafeMethod(request)) addVary(reply, 'Accept', 'Accept-Language')
  return send(reply, refusalAnswer(request, refusal, responseFormat))
}

/** Adds the text for the visitor to the refusal of a submission, in a language that the request names. */
function visitorMessage(
  request: RequestHead,
  refusal: { code: RefusalCode; retryAfterSeconds: number | null },
  { dryRun }: ResponseFormat,
): { visitor_message?: string } {
  if (isSafeMethod(request) || dryRun || !SUBMISSION_PATH.test(request.url)) return {}
  const language = findLanguage(request.headers['accept-language'])
  return language === null ? {} : { visitor_message: refusalText(language, refusal) }
}

/** Returns a refusal as an answer, see `sendRefusal`. */
export function refusalAnswer(
  request: RequestHead,
  refusal: Refusal,
  responseFormat: ResponseFormat,
): Answer {
  const { status, retryAfterSeconds, body } = answerTo(refusal, request.id)
  const headers = {
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(status === 415 ? { 'accept-post': ACCEPTED_BODIES } : {}),
  }
  if (responseFormat.markdown) {
    const { base } = responseFormat
    const answer = markdownAnswer(refusalMarkdown({ base, status, retryAfterSeconds, ...body }), status)
    return { ...answer, headers: { ...headers, ...answer.headers }, refusalCode: refusal.code }
  }
  if (!responseFormat.html) {
    const json = {
      ...body,
      ...visitorMessage(request, { code: refusal.code, retryAfterSeconds }, responseFormat),
      ...(responseFormat.formspree ? { errors: formspreeErrors(refusal) } : {}),
      ...(responseFormat.dryRun ? { dry_run: true } : {}),
    }
    return {
      status,
      headers: { ...headers, ...JSON_HEADERS },
      body: JSON.stringify(json),
      refusalCode: refusal.code,
    }
  }
  const shown = {
    language: chooseLanguage(request.headers['accept-language']),
    code: refusal.code,
    trigger: isSafeMethod(request) ? ('opened' as const) : ('sent' as const),
    field: refusal.field ?? null,
    retryAfterSeconds,
    message: refusal.message ?? null,
  }
  const isForm = FRAMED_PATH.test(request.url)
  const fragment = isForm ? findFragment(request) : null
  if (fragment) {
    const answer = framedPageAnswer(refusalFragment({ ...shown, ...fragment }), status)
    const shownHeaders = { ...headers, ...keepInputs(request), ...answer.headers }
    return { ...answer, headers: shownHeaders, refusalCode: refusal.code }
  }
  const page = refusalPage({
    ...shown,
    base: responseFormat.base,
    status,
    requestId: request.id,
    backUrl: toRefererLink(request.headers.referer, responseFormat.base),
  })
  const answer = isForm ? framedPageAnswer(page, status) : pageAnswer(page, status)
  return { ...answer, headers: { ...headers, ...answer.headers }, refusalCode: refusal.code }
}

/** Makes htmx add the refusal at the end of its target, which is the form by default, so that the form keeps what was typed. */
function keepInputs(request: RequestHead): Record<string, string> {
  return isSwappedByHtmx(request) ? { 'hx-reswap': 'beforeend' } : {}
}

/** Returns the page that the visitor came from, or null when it is not a web page or is one of ours. */
export function toRefererLink(referer: string | undefined, base: string): string | null {
  if (!referer || !URL.canParse(referer)) return null
  const url = new URL(referer)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.origin !== new URL(base).origin ? url.href : null
}
