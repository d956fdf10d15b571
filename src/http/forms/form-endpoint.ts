import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Status as EndpointStatus } from '../../actions/endpoints/probe-status.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { HttpDeps } from '../deps.ts'
import { statusBody } from '../endpoints/status-body.ts'
import { answerPreflight } from '../kernel/cors.ts'
import { acceptsHtmlPage } from '../kernel/negotiation.ts'
import { type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { refererLink, send, sendPage, sendRefusal } from '../kernel/respond.ts'
import { formInfoPage } from '../pages/forms/form-info.ts'
import { thanksPage } from '../pages/forms/thanks.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { unknownEndpoint } from '../schema/endpoint-answers.ts'
import { exampleAnswers } from '../schema/examples.ts'
import { FORM_ID } from '../schema/parameters.ts'
import { Info, Status } from '../schema/schemas.ts'
import type { AcceptSubmission } from './submit.ts'
import { submitOperation } from './submit-operation.ts'

const ACCEPTS = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']

/** `/f/{form_id}`, its status and its thanks page. Pages of every site may call all of it. */
export function endpointRoutes(server: FastifyInstance, deps: HttpDeps, take: AcceptSubmission): void {
  const { base } = deps
  const examples = exampleAnswers(base)
  async function statusOf(
    request: FastifyRequest,
  ): Promise<{ formId: string; status: EndpointStatus | null }> {
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

  async function status(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const found = await statusOf(request)
    return reply.code(found.status ? 200 : 404).send(statusBody(request, named(found.formId), found.status))
  }

  const statusOperation: PublicOperation = {
    operationId: 'probeStatus',
    summary: 'The claim-status probe.',
    description: 'Free, counted nowhere, without personal data.',
    parameters: [FORM_ID],
    answers: {
      200: { description: 'The public facts of the endpoint.', schema: Status, example: examples.status },
      404: unknownEndpoint('No such endpoint.'),
    },
  }

  async function submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const answer = await take(request, pathParameter(request, 'id'), body)
    reply.raw.once('finish', deps.answered)
    return send(reply, answer)
  }

  registerRoute(server, {
    url: '/f/:id',
    handlers: {
      POST: { ...submitOperation(deps), handle: submit },
      GET: {
        operationId: 'describeEndpoint',
        summary: 'Describe how to post to this endpoint.',
        description: 'A page for browsers, JSON for all other clients.',
        parameters: [FORM_ID],
        answers: {
          200: {
            description: 'The status, and the media types that the endpoint accepts.',
            schema: Info,
            example: { ...examples.status, accepts: ACCEPTS },
            media: ['text/html'],
          },
          404: { ...unknownEndpoint('No such endpoint.'), media: ['text/html'] },
        },
        refuses: ['endpoint_expired', 'endpoint_retired'],
        refusesAs: 'json or page',
        handle: info,
      },
      OPTIONS: answerPreflight,
    },
  })
  registerRoute(server, {
    url: '/f/:id/status',
    handlers: {
      GET: { ...statusOperation, handle: status },
      HEAD: {
        ...statusOperation,
        operationId: 'probeExistence',
        summary: 'The claim-status probe without a body.',
        handle: status,
      },
      OPTIONS: answerPreflight,
    },
  })
  registerRoute(server, {
    url: '/f/:id/thanks',
    handlers: {
      GET: {
        operationId: 'showThanks',
        summary: 'The page that a browser form ends on.',
        parameters: [FORM_ID],
        answers: { 200: { description: 'A page.', media: ['text/html'] } },
        handle(request, reply) {
          const language = chooseLanguage(request.headers['accept-language'])
          reply.header('vary', 'Accept-Language')
          const backUrl = refererLink(request.headers.referer, base)
          return sendPage(reply, thanksPage({ base, language, backUrl }))
        },
      },
      OPTIONS: answerPreflight,
    },
  })
}

function codeOfInfo(status: EndpointStatus | null): 200 | 404 | 410 {
  if (!status) return 404
  return status.state === 'expired' || status.state === 'retired' ? 410 : 200
}
