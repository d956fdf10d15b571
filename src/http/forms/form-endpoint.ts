import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Status } from '../../actions/endpoints/probe-status.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { HttpDeps } from '../deps.ts'
import { statusBody } from '../endpoints/status-body.ts'
import { answerPreflight } from '../kernel/cors.ts'
import { acceptsHtmlPage } from '../kernel/negotiation.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { refererLink, send, sendPage, sendRefusal } from '../kernel/respond.ts'
import { formInfoPage } from '../pages/forms/form-info.ts'
import { thanksPage } from '../pages/forms/thanks.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import type { AcceptSubmission } from './submit.ts'

const ACCEPTS = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']

/** `/f/{form_id}`, its status and its thanks page. Pages of every site may call all of it. */
export function endpointRoutes(server: FastifyInstance, deps: HttpDeps, take: AcceptSubmission): void {
  const { base } = deps
  async function statusOf(request: FastifyRequest): Promise<{ formId: string; status: Status | null }> {
    const formId = pathParameter(request, 'id')
    const status = isEndpointId('form', formId)
      ? await deps.actions.probeStatus(formId, deps.clock.now())
      : null
    return { formId, status }
  }

  const named = (formId: string) => ({ form_id: formId, endpoint_url: `${base}/f/${formId}` })

  async function info(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { formId, status } = await statusOf(request)
    const code = codeOfInfo(status)
    reply.header('vary', 'Accept, Accept-Language')
    if (!acceptsHtmlPage(request.headers.accept)) {
      if (code === 410) {
        const refusal = status?.state === 'retired' ? 'endpoint_retired' : 'endpoint_expired'
        return sendRefusal(request, reply, { code: refusal }, { base, html: false })
      }
      const accepts = status ? { accepts: ACCEPTS } : {}
      return reply.code(code).send({ ...statusBody(request, named(formId), status), ...accepts })
    }
    const language = chooseLanguage(request.headers['accept-language'])
    const state = status?.state ?? 'unknown'
    return sendPage(
      reply,
      formInfoPage({ base, language, formId, endpointUrl: `${base}/f/${formId}`, state }),
      code,
    )
  }

  async function submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const answer = await take(request, pathParameter(request, 'id'), body)
    reply.raw.once('finish', deps.answered)
    return send(reply, answer)
  }

  registerRoute(server, deps, {
    url: '/f/:id',
    handlers: { POST: submit, GET: info, OPTIONS: answerPreflight },
  })
  registerRoute(server, deps, {
    url: '/f/:id/status',
    handlers: {
      async GET(request, reply) {
        const { formId, status } = await statusOf(request)
        return reply.code(status ? 200 : 404).send(statusBody(request, named(formId), status))
      },
      OPTIONS: answerPreflight,
    },
  })
  registerRoute(server, deps, {
    url: '/f/:id/thanks',
    handlers: {
      GET(request, reply) {
        const language = chooseLanguage(request.headers['accept-language'])
        reply.header('vary', 'Accept-Language')
        const backUrl = refererLink(request.headers.referer, base)
        return sendPage(reply, thanksPage({ base, language, backUrl }))
      },
      OPTIONS: answerPreflight,
    },
  })
}

function codeOfInfo(status: Status | null): 200 | 404 | 410 {
  if (!status) return 404
  return status.state === 'expired' || status.state === 'retired' ? 410 : 200
}
