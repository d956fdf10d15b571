import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Status as EndpointStatus } from '../../actions/endpoints/probe-status.ts'
import type { HttpDeps } from '../deps.ts'
import { createProbeStatus, findFacts, findLastingRefusal } from '../endpoints/facts.ts'
import { infoOperation, statusOperation } from '../endpoints/facts-operations.ts'
import { createShowMarkdown } from '../endpoints/show-markdown.ts'
import { type Handler, type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { getHeader, parseQueryParameters, pathParameter } from '../kernel/request.ts'
import { sendFramedPage, sendRefusal, toRefererLink } from '../kernel/respond.ts'
import { acceptsMarkdown, findFragment, negotiateFormat, prefersHtml } from '../kernel/response-format.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { formInfoPage } from '../pages/forms/form-info.ts'
import { thanksFragment, thanksPage } from '../pages/forms/thanks.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { DRY_RUN, FORM_ID } from '../schema/parameters.ts'
import { Info, Status } from '../schema/schemas.ts'
import { getBody, sendToUpload } from '../uploads/answer-upload.ts'
import type { AcceptSubmission } from './submit.ts'
import { submitOperation } from './submit-operation.ts'

/** Parameters that campaigns add to links. */
const LINK_TRACKING = /^(utm_\w+|[a-z]{1,3}clid|mc_[ce]id|ref)$/
const ACCEPTS = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']

const SHOW_THANKS: PublicOperation = {
  operationId: 'showThanks',
  summary: 'Show a page that says thanks, without a receipt.',
  tag: 'forms',
  parameters: [FORM_ID],
  answers: { 200: { description: 'A page.', media: ['text/html'] } },
}

/** Registers `/f/{form_id}`, its status and its thanks page. Pages of all sites may call them. */
export function registerFormEndpoint(
  server: FastifyInstance,
  deps: HttpDeps,
  accept: AcceptSubmission,
): void {
  const probeStatus = createProbeStatus(deps, 'form')
  const status = statusOperation(deps.base, 'form', {
    operationId: 'probeStatus',
    summary: 'Probe the claim status.',
    description: 'Not counted against any limit, and free of personal data.',
    schema: Status,
  })
  const info = infoOperation(deps.base, 'form', {
    operationId: 'describeEndpoint',
    summary: 'Describe how to post to this endpoint.',
    description:
      'A page for browsers, Markdown for agents that name it in Accept, JSON for all other clients.',
    schema: Info,
    accepts: ACCEPTS,
  })
  registerRoute(server, {
    url: '/f/:id',
    takesFiles: true,
    handlers: {
      POST: { ...submitOperation(deps), handle: createSubmit(deps, accept) },
      GET: { ...info, handle: createInfo(deps) },
      OPTIONS: answerPreflight,
    },
  })
  registerRoute(server, {
    url: '/f/:id/status',
    handlers: {
      GET: { ...status, handle: probeStatus },
      HEAD: {
        ...status,
        operationId: 'probeExistence',
        summary: 'Probe the claim status without a response body.',
        handle: probeStatus,
      },
      OPTIONS: answerPreflight,
    },
  })
  registerRoute(server, {
    url: '/f/:id/thanks',
    handlers: { GET: { ...SHOW_THANKS, handle: createShowThanks(deps) }, OPTIONS: answerPreflight },
  })
}

function createSubmit(deps: HttpDeps, accept: AcceptSubmission): Handler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await accept(request, { formId: pathParameter(request, 'id'), ...getBody(request) })
    if (deps.answered) reply.raw.once('finish', deps.answered)
    return sendToUpload(request, reply, answer)
  }
}

function createInfo(deps: HttpDeps): Handler {
  const { base } = deps
  const showMarkdown = createShowMarkdown(deps, 'form')
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { id: formId, status, body } = await findFacts(deps, request, 'form')
    const code = getInfoCode(status)
    reply.headers({ vary: 'Accept, Accept-Language, Origin', 'x-robots-tag': 'noindex' })
    if (code === 200 && isFormSentByGet(request)) {
      recordGet(deps, request, formId)
      return sendRefusal(request, reply, { code: 'form_sent_by_get' }, negotiateFormat(request, base))
    }
    if (acceptsMarkdown(request.headers.accept)) return showMarkdown(request, reply)
    if (!prefersHtml(request)) {
      const refusal = status && findLastingRefusal(status.state)
      if (refusal) return sendRefusal(request, reply, { code: refusal }, { base, html: false })
      return reply.code(code).send(status ? { ...body, accepts: ACCEPTS } : body)
    }
    const language = chooseLanguage(request.headers['accept-language'])
    const endpointUrl = `${base}/f/${formId}`
    const { state = 'unknown', challenge = 'off', files = null } = status ?? {}
    const page = formInfoPage({ base, language, formId, endpointUrl, state, challenge, files })
    return sendFramedPage(reply, page, code)
  }
}

function createShowThanks({ base }: HttpDeps): Handler {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const language = chooseLanguage(request.headers['accept-language'])
    reply.header('vary', 'Accept-Language, Origin')
    const fragment = findFragment(request)
    if (fragment) return sendFramedPage(reply, thanksFragment({ language, ...fragment }))
    const backUrl = toRefererLink(request.headers.referer, base)
    return sendFramedPage(reply, thanksPage({ base, language, backUrl }))
  }
}

/** Returns true when the query holds fields: the form has no `method="post"`. */
function isFormSentByGet(request: FastifyRequest): boolean {
  return [...parseQueryParameters(request).keys()].some((name) => name !== DRY_RUN.name)
}

/** Observes a form that a browser sends by GET, unless the query is that of a link in an advertisement. */
function recordGet({ observations, clock }: HttpDeps, request: FastifyRequest, formId: string): void {
  const names = [...parseQueryParameters(request).keys()]
  if (!prefersHtml(request) || names.every((name) => name === DRY_RUN.name || LINK_TRACKING.test(name)))
    return
  const page = { origin: null, referer: getHeader(request, 'referer') ?? null }
  observations.record(formId, { kind: 'refused', code: 'form_sent_by_get', page }, clock.now())
}

function getInfoCode(status: EndpointStatus | null): 200 | 403 | 404 | 410 {
  if (!status) return 404
  if (status.state === 'suspended') return 403
  return status.state === 'expired' || status.state === 'retired' ? 410 : 200
}
