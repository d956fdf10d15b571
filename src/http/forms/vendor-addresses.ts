import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getText, parseContent, pathParameter } from '../kernel/request.ts'
import { type Answer, refusalAnswer, send } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import type { AcceptSubmission } from './submit.ts'
import { FORMCARRY, FORMSUBMIT, type VendorFormat, vendorRefusal, WEB3FORMS } from './vendor-format.ts'

const KEY_MISSING: Refusal = {
  code: 'field_invalid',
  field: 'access_key',
  message: 'The field "access_key" is missing. Set it to the ID of the form, f_….',
}

/**
 * Registers the addresses that the clients of other vendors post to, so that a page moves here by changing one host. They
 * accept the same submissions as `/f/{form_id}` and answer in the vendor's format. Pages of all sites may call them. They are
 * not in `/openapi.json`: new clients have `/f/{form_id}`.
 */
export function registerVendorAddresses(
  server: FastifyInstance,
  deps: HttpDeps,
  accept: AcceptSubmission,
): void {
  const register = (url: string, answer: (request: FastifyRequest, body: Buffer) => Promise<Answer>) => {
    const POST = async (request: FastifyRequest, reply: FastifyReply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const written = await answer(request, body)
      if (deps.answered) reply.raw.once('finish', deps.answered)
      return send(reply, written)
    }
    registerRoute(server, { url, handlers: { POST, OPTIONS: answerPreflight } })
  }
  const registerWithId = (url: string, parameter: string, vendor: VendorFormat) =>
    register(url, (request, body) =>
      accept(request, { formId: pathParameter(request, parameter), body }, vendor),
    )

  // GET /s/{token} is the page with public statistics; tokens never look like the ID of a form.
  registerWithId('/s/:token', 'token', FORMCARRY)
  registerWithId('/ajax/f/:id', 'id', FORMSUBMIT)
  register('/submit', async (request, body) => {
    const refuse = (refusal: Refusal) => {
      const format = negotiateFormat(request, deps.base)
      const answer = refusalAnswer(request, refusal, format)
      return format.html || format.dryRun
        ? answer
        : vendorRefusal(answer, { refusal, requestId: request.id, vendor: WEB3FORMS })
    }
    const content = await parseContent({ headers: request.headers, body }, { multipart: 'allowed' })
    if (content.kind === 'refused') return refuse(content.refusal)
    const formId = getText(content.fields, 'access_key')
    return formId === '' ? refuse(KEY_MISSING) : accept(request, { formId, body }, WEB3FORMS)
  })
}
