import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../../domain/refusal.ts'
import { answerTo } from '../kernel/refusals.ts'
import { sendPage } from '../kernel/respond.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { type DeadLink, unusableLinkPage } from '../pages/links/dead-link.ts'

/** Answers a link of an email that is no longer valid with a page in the visitor's language. */
export function sendDeadLink(
  request: FastifyRequest,
  reply: FastifyReply,
  dead: { base: string; refusal: Refusal },
): FastifyReply {
  const { base, refusal } = dead
  const language = chooseLanguage(request.headers['accept-language'])
  const page = unusableLinkPage({ base, language, reason: toReason(refusal) })
  return sendPage(reply, page, answerTo(refusal, '').status)
}

function toReason(refusal: Refusal): DeadLink {
  switch (refusal.code) {
    case 'endpoint_expired':
      return 'expired'
    case 'endpoint_retired':
      return 'retired'
    default:
      return 'unknown'
  }
}
