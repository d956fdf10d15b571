import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getText, parseContent, pathParameter } from '../kernel/request.ts'
import { type Answer, refusalAnswer } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { getBody, type SentBody, sendToUpload } from '../uploads/answer-upload.ts'
import type { SentSubmission } from '../uploads/sent-submission.ts'
import { type AcceptSubmission, getSendingPage, hasFile, loadUploads } from './submit.ts'
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
  const register = (url: string, answer: (request: FastifyRequest, sent: SentBody) => Promise<Answer>) => {
    const POST = async (request: FastifyRequest, reply: FastifyReply) => {
      const written = await answer(request, getBody(request))
      if (deps.answered) reply.raw.once('finish', deps.answered)
      return sendToUpload(request, reply, written)
    }
    registerRoute(server, { url, takesFiles: true, handlers: { POST, OPTIONS: answerPreflight } })
  }
  const registerWithId = (url: string, parameter: string, vendor: VendorFormat) =>
    register(url, (request, sent) =>
      accept(request, { formId: pathParameter(request, parameter), ...sent }, vendor),
    )

  // GET /s/{token} is the page with public statistics; tokens never look like the ID of a form.
  registerWithId('/s/:token', 'token', FORMCARRY)
  registerWithId('/ajax/f/:id', 'id', FORMSUBMIT)
  register('/submit', async (request, sent) => {
    const refuse = (refusal: Refusal) => {
      const format = negotiateFormat(request, deps.base)
      const answer = refusalAnswer(request, refusal, format)
      return format.html || format.dryRun
        ? answer
        : vendorRefusal(answer, { refusal, requestId: request.id, vendor: WEB3FORMS })
    }
    const acceptNamed = (named: SentSubmission) =>
      named.formId === '' ? Promise.resolve(refuse(getRefusal(named))) : accept(request, named, WEB3FORMS)
    const { upload } = sent
    if (upload) {
      const { acceptNamedInBody } = await loadUploads()
      const about = { upload, page: getSendingPage(request), now: deps.clock.now() }
      const findFormId = (body: Buffer) => findAccessKey(request, body)
      return acceptNamedInBody(deps, request, about, { findFormId, accept: acceptNamed })
    }
    const content = await parseContent(
      { headers: request.headers, body: sent.body },
      { multipart: 'allowed' },
    )
    if (content.kind === 'refused' && !hasFile(content)) return refuse(content.refusal)
    return acceptNamed({ ...sent, formId: getText(content.fields ?? [], 'access_key') })
  })
}

/** Returns the ID of the form in the fields before the first file; an empty text without one. */
async function findAccessKey({ headers }: FastifyRequest, body: Buffer): Promise<string> {
  const content = await parseContent({ headers, body }, { multipart: 'allowed' })
  return getText(content.fields ?? [], 'access_key')
}

/** Returns why a submission without the ID of a form is refused. */
function getRefusal({ received }: SentSubmission): Refusal {
  return received?.kind === 'refused' && received.refusal.code !== 'endpoint_not_found'
    ? received.refusal
    : KEY_MISSING
}
