import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../../domain/refusal.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import { loadLater } from '../../runtime/load-later.ts'
import type { HttpDeps } from '../deps.ts'
import { discoveryLinks, HOME_TWIN, markdownFile, sendInsteadOfPage } from '../docs/markdown-file.ts'
import { getCookie } from '../kernel/cookies.ts'
import { answerTo } from '../kernel/refusals.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getText, parseQueryParameters, type RequestHead } from '../kernel/request.ts'
import { sendLivePage, sendPublicLivePage, sendRefusal } from '../kernel/respond.ts'
import { acceptsMarkdown } from '../kernel/response-format.ts'
import { type HomeProblem, homePage } from '../pages/home.ts'
import { type FrontVisitor, keepLanguage, type LanguageChoice } from '../pages/i18n/language-choice.ts'
import { chooseLanguage, LANGUAGES } from '../pages/i18n/languages.ts'
import { formatWait } from '../pages/waiting.ts'
import { A_PAGE, UNCHANGED } from '../schema/page-answers.ts'
import { readTypedRecipient } from './new-recipient.ts'

const loadLlmsText = loadLater(() => import('../docs/llms-text.ts'))

/** Format of `newIdempotencyKey`. */
const FORM_KEY = /^[0-9a-z]{16}$/

/** Route of the landing page. */
export function registerHome(server: FastifyInstance, deps: HttpDeps): void {
  const { base, keys } = deps
  const llmsText = markdownFile(async () => (await loadLlmsText()).llmsText(deps))
  registerRoute(server, {
    url: '/',
    handlers: {
      GET: {
        operationId: 'showHome',
        summary: 'The front page.',
        tag: 'service',
        description: 'Markdown for clients that name it in Accept: the same text as /llms.txt.',
        answers: {
          200: { ...A_PAGE, media: ['text/html', 'text/markdown'], headers: ['ETag'] },
          304: UNCHANGED,
        },
        async handle(request, reply) {
          reply.headers({ vary: 'Accept, Accept-Language', link: discoveryLinks(HOME_TWIN) })
          if (acceptsMarkdown(request.headers.accept)) {
            return sendInsteadOfPage(request, reply, await llmsText())
          }
          const languageChoice = chooseFrontLanguage(request)
          return sendPublicLivePage(
            reply,
            homePage({
              base,
              languageChoice,
              visitor: await findVisitor(request, deps),
              typed: '',
              problem: null,
              idempotencyKey: keys.newIdempotencyKey(),
            }),
          )
        },
      },
    },
  })
}

/** Returns the URL a browser is sent to after creating an endpoint. */
export function toStartUrl(request: RequestHead, endpointUrl: string): string {
  return keepLanguage(`${endpointUrl}/start`, chooseFrontLanguage(request))
}

/** Returns the idempotency key of one rendering of the form and one recipient, so that a double click creates one endpoint. */
export function readIdempotencyHeader(
  fields: readonly Field[],
  mark: (text: string) => string,
): string | undefined {
  const idempotencyKey = getText(fields, 'idempotency_key')
  return FORM_KEY.test(idempotencyKey) ? `${idempotencyKey}.${mark(getText(fields, 'recipient'))}` : undefined
}

/** Answers a refused creation by a browser: shows the form again with the input if the visitor can fix it there. */
export async function showNotCreated(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Pick<HttpDeps, 'base' | 'keys' | 'actions' | 'clock'>,
  refusal: Refusal,
): Promise<FastifyReply> {
  const { base } = deps
  const languageChoice = chooseFrontLanguage(request)
  const problem = problemOf(refusal, languageChoice)
  if (!problem) return sendRefusal(request, reply, refusal, { base, html: true })
  const typed = await readTypedRecipient(request)
  const { status, retryAfterSeconds } = answerTo(refusal, request.id)
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds))
  reply.refusalCode = refusal.code
  return sendLivePage(
    reply,
    homePage({
      base,
      languageChoice,
      visitor: await findVisitor(request, deps),
      typed,
      problem,
      idempotencyKey: deps.keys.newIdempotencyKey(),
    }),
    status,
  )
}

/** Returns `owner` for a browser with a valid session, which only a request with its cookie asks the store about. */
export async function findVisitor(
  request: FastifyRequest,
  deps: Pick<HttpDeps, 'base' | 'actions' | 'clock'>,
): Promise<FrontVisitor> {
  const secret = getCookie(request, deps, 'session')
  if (secret === null) return 'stranger'
  const caller = await deps.actions.findCallerBySession({ secret, now: deps.clock.now() })
  return caller ? 'owner' : 'stranger'
}

/** Reads the language from `?lang=`, which the footer links set, or else from Accept-Language. */
export function chooseFrontLanguage(request: RequestHead): LanguageChoice {
  const wish = parseQueryParameters(request).get('lang')
  const chosen = LANGUAGES.find((language) => language === wish)
  if (chosen) return { language: chosen, source: 'visitor' }
  return { language: chooseLanguage(request.headers['accept-language']), source: 'browser' }
}

function problemOf(refusal: Refusal, { language }: LanguageChoice): HomeProblem | null {
  const { code, message, challenge = null, retryAfterSeconds } = refusal
  switch (code) {
    case 'recipient_missing':
      return { kind: 'missing' }
    case 'recipient_invalid':
      return { kind: 'invalid' }
    case 'recipient_placeholder':
      return { kind: 'placeholder' }
    case 'recipient_multiple':
      return { kind: 'multiple' }
    case 'recipient_suppressed':
      return { kind: 'suppressed' }
    case 'create_spacing':
      return { kind: 'tooSoon' }
    case 'create_rate_hour':
    case 'create_attempts':
      return { kind: 'tooMany', wait: formatWait(language, retryAfterSeconds ?? 1) }
    case 'disk_full':
      return { kind: 'noSpace' }
    case 'store_busy':
      return { kind: 'notStored' }
    case 'create_challenge':
      // A message names what was wrong with a solution: a browser whose solutions do not count stops solving.
      return { kind: 'proofNeeded', challenge: message === undefined ? challenge : null }
    default:
      return null
  }
}
