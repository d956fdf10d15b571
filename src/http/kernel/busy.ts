import type { FastifyReply, FastifyRequest } from 'fastify'
import { busyPage } from '../pages/busy.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { sendPage } from './respond.ts'

const TOO_MANY_REQUESTS = 429

/** Sends the page for somebody who requests something too often. */
export function sendBusy(
  request: FastifyRequest,
  reply: FastifyReply,
  { base, retryAfterSeconds }: { base: string; retryAfterSeconds: number },
): FastifyReply {
  const language = chooseLanguage(request.headers['accept-language'])
  reply.headers({ vary: 'Accept-Language', 'retry-after': String(retryAfterSeconds) })
  return sendPage(reply, busyPage({ base, language, retryAfterSeconds }), TOO_MANY_REQUESTS)
}
