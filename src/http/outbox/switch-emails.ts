import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../domain/language.ts'
import type { RefusalCode, Refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { sendDeadLink } from '../endpoints/dead-link.ts'
import { sendBusy } from '../kernel/busy.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { isOneClick, pathParameter } from '../kernel/request.ts'
import { sendPage, sendRefusal } from '../kernel/respond.ts'
import { isCrossSite, isSameOrigin } from '../kernel/same-origin.ts'
import { createStartRate } from '../limits/start-rate.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { START_ANSWERS, tokenPage } from '../schema/page-answers.ts'

type EmailSwitch = 'stopped' | 'flowing'
type Setting<Facts> = ({ kind: EmailSwitch } & Facts) | Refused
type Words = { operationId: string; summary: string }

/** A link that stops and starts emails: its words in the API reference, its actions, and its page. */
type EmailLink<Facts> = {
  path: 'emails' | 'digest' | 'snooze'
  /** Set where only our own page may stop them. */
  stopsFromPageOnly?: true
  show: Words
  stop: Words
  start: Words
  /** Refusals of its token. */
  refuses: readonly RefusalCode[]
  load(request: { token: string; now: Date }): Promise<Setting<Facts>>
  set(request: { token: string; to: EmailSwitch; now: Date }): Promise<Setting<Facts>>
  toPage(
    shown: { base: string; language: Language; action: string; outcome: 'ask' | 'stopped' | 'started' },
    facts: Facts,
  ): string
}

/** Registers a link that stops and starts emails, also as their List-Unsubscribe URL. */
export function registerEmailSwitch<Facts>(
  server: FastifyInstance,
  { clock, base }: HttpDeps,
  link: EmailLink<Facts>,
): void {
  const { path, refuses } = link
  const waitToStart = createStartRate()

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { setting, outcomeWhenOn }: { setting: Setting<Facts>; outcomeWhenOn: 'ask' | 'started' },
  ): FastifyReply {
    reply.header('vary', 'Accept-Language')
    if (setting.kind === 'refused') return sendDeadLink(request, reply, { base, refusal: setting.refusal })
    const language = chooseLanguage(request.headers['accept-language'])
    const action = `${base}/${path}/${pathParameter(request, 'token')}`
    const outcome = setting.kind === 'stopped' ? 'stopped' : outcomeWhenOn
    return sendPage(reply, link.toPage({ base, language, action, outcome }, setting))
  }

  async function switchTo(request: FastifyRequest, reply: FastifyReply, to: EmailSwitch) {
    // Only our own page starts emails: a scanner that posts the forms of a page must not.
    const allowed =
      to === 'flowing' || link.stopsFromPageOnly
        ? isSameOrigin(request, base)
        : !isCrossSite(request, base) || (await isOneClick(request))
    if (!allowed) {
      return sendRefusal(request, reply, { code: 'cross_site_action' }, { base, html: true })
    }
    const token = pathParameter(request, 'token')
    const retryAfterSeconds = to === 'flowing' ? waitToStart(token, clock.now()) : 0
    if (retryAfterSeconds > 0) return sendBusy(request, reply, { base, retryAfterSeconds })
    const setting = await link.set({ token, to, now: clock.now() })
    return show(request, reply, { setting, outcomeWhenOn: 'started' })
  }

  const switching = tokenPage(['cross_site_action', ...refuses])
  registerRoute(server, {
    url: `/${path}/:token`,
    handlers: {
      GET: {
        ...tokenPage(refuses),
        ...link.show,
        async handle(request, reply) {
          const setting = await link.load({ token: pathParameter(request, 'token'), now: clock.now() })
          return show(request, reply, { setting, outcomeWhenOn: 'ask' })
        },
      },
      POST: {
        ...switching,
        ...link.stop,
        handle: (request, reply) => switchTo(request, reply, 'stopped'),
      },
    },
  })
  registerRoute(server, {
    url: `/${path}/:token/start`,
    handlers: {
      POST: {
        ...switching,
        ...link.start,
        answers: START_ANSWERS,
        handle: (request, reply) => switchTo(request, reply, 'flowing'),
      },
    },
  })
}
