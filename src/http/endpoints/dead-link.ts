import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../../domain/refusal.ts'
import { answerTo } from '../kernel/refusals.ts'
import { sendPage } from '../kernel/respond.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import type { DeadLink } from '../pages/i18n/link-words.ts'
import { unusableLinkPage } from '../pages/links/dead-link.ts'

/** Answers a link out of an email that leads nowhere, in the visitor's language. */
export function sendDeadLink(
  request: FastifyRequest,
  reply: FastifyReply,
  dead: { base: string; refusal: Refusal },
): FastifyReply {
  const { base, refusal } = dead
  const language = chooseLanguage(request.headers['accept-language'])
  const page = unusableLinkPage({ base, language, reason: reasonOf(refusal) })
  return sendPage(reply, page, answerTo(refusal, '').status)
}

function reasonOf(refusal: Refusal): DeadLink {
  switch (refusal.code) {
    case 'endpoint_expired':
      return 'expired'
    case 'endpoint_retired':
      return 'retired'
    default:
      return 'unknown'
  }
}
