import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../domain/refusal.ts'
import { isAskedFor, type Manner } from './manner.ts'
import { chooseLanguage } from './pages/languages.ts'
import { refusalPage } from './pages/refusal.ts'
import { answerTo, formspreeErrors } from './refusals.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Headers of every HTML page: no script runs, nothing is loaded from elsewhere, nobody frames it. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
} as const

/** Sends a page, which search engines are asked not to list. */
export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).headers(PAGE_HEADERS).header('x-robots-tag', 'noindex').send(page)
}

/** Sends a page for everybody to find. */
export function sendPublicPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(PAGE_HEADERS).send(page)
}

/** Sends a refusal: as JSON in the one error shape, or as a page in the visitor's language. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  manner: Manner,
): FastifyReply {
  const { status, retryAfterSeconds, body } = answerTo(refusal, request.id)
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds))
  if (status === 415) {
    reply.header('accept-post', 'application/x-www-form-urlencoded, multipart/form-data, application/json')
  }
  if (!manner.html) {
    return reply.code(status).send({
      ...body,
      ...(manner.formspree ? { errors: formspreeErrors(refusal) } : {}),
      ...(manner.dryRun ? { dry_run: true } : {}),
    })
  }
  const page = refusalPage({
    base: manner.base,
    language: chooseLanguage(request.headers['accept-language']),
    status,
    code: refusal.code,
    deed: isAskedFor(request) ? 'asked' : 'sent',
    field: refusal.field ?? null,
    retryAfterSeconds,
    message: refusal.message ?? null,
    requestId: request.id,
    backUrl: pageBehind(request.headers.referer, manner.base),
  })
  return sendPage(reply, page, status)
}

/** The page the visitor came from, if it can be linked to and is not one of ours. */
export function pageBehind(referer: string | undefined, base: string): string | null {
  if (!referer || !URL.canParse(referer)) return null
  const url = new URL(referer)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.origin !== new URL(base).origin ? url.href : null
}
