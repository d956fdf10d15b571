import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EMAIL_LINK_DAYS, SHORT_LINK_MINUTES } from '../../domain/files/stored-file.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { toSubmitRate } from '../../domain/submissions/submit-rate.ts'
import type { HttpDeps } from '../deps.ts'
import { sendStream } from '../kernel/api-route.ts'
import { sendBusy } from '../kernel/busy.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { createPendingResponses } from '../kernel/pending-responses.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { getClientAddress, pathParameter } from '../kernel/request.ts'
import { sendRefusal } from '../kernel/respond.ts'
import { negotiateFormat, prefersHtml } from '../kernel/response-format.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { TOKEN } from '../schema/parameters.ts'
import { answerWithFile } from './download.ts'

/** Multiple of the submit rate: a webhook's receiver fetches all files of a burst of submissions. */
const FETCH_RATE_FACTOR = 10
/** Retry-After while too many files of an account are being fetched. */
const PENDING_RETRY_SECONDS = 5
const BYTES = ['application/octet-stream']

/**
 * Registers `GET /files/{token}`: one file, for whoever has the link. Pages of other sites cannot read or embed it: it sends
 * no CORS headers, and its answer is for pages of this service alone and always a download.
 */
export function registerFileLinks(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, base, clock } = deps
  const rate = createRateLimit(toSubmitRate(deps.submitPerMinute, FETCH_RATE_FACTOR))
  const pending = createPendingResponses<number>()

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    return sendRefusal(request, reply, refusal, negotiateFormat(request, base))
  }

  function refuseRate(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
    if (prefersHtml(request)) return sendBusy(request, reply, { base, retryAfterSeconds })
    const message = 'Too many files are fetched at the same time, or from your connection.'
    return refuse(request, reply, { code: 'call_rate', message, retryAfterSeconds })
  }

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = clock.now()
    // Of refusals, too: the address is a secret.
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    const client = addressBucket(getClientAddress(request, deps.trusts))
    const wait = rate.take({ client, now })
    if (wait > 0) return refuseRate(request, reply, wait)
    const file = await actions.openFileByLink({ token: pathParameter(request, 'token'), now })
    if (file.kind === 'refused') return refuse(request, reply, file.refusal)
    if (!pending.begin(file.accountKey, reply.raw)) return refuseRate(request, reply, PENDING_RETRY_SECONDS)
    const download = await answerWithFile(request, file, deps)
    if (download.kind === 'refused') return refuse(request, reply, download.refusal)
    return sendStream(request, reply, download)
  }

  registerRoute(server, {
    url: '/files/:token',
    handlers: {
      GET: {
        operationId: 'openFileLink',
        summary: 'Fetch the file that a link leads to.',
        description:
          `Links in emails work for ${EMAIL_LINK_DAYS} days, those in webhooks and those that the API creates for ${SHORT_LINK_MINUTES} minutes, and none after it was revoked or while the submission is in the trash. ` +
          'The answer is always a download, which pages of other sites can neither read nor embed. `Range` fetches one part.',
        tag: 'links',
        parameters: [{ ...TOKEN, description: 'The token of the link.' }],
        answers: {
          200: {
            description: 'The bytes of the file.',
            media: BYTES,
            headers: ['Content-Disposition', 'ETag'],
          },
          206: {
            description: 'The part that Range asks for.',
            media: BYTES,
            headers: ['Content-Disposition', 'Content-Range', 'ETag'],
          },
          416: { description: 'The file ends before this part.', headers: ['Content-Range'] },
        },
        refuses: ['file_not_found', 'file_infected', 'file_not_scanned', 'call_rate', 'files_unavailable'],
        refusesAs: 'json or page',
        handle: show,
      },
    },
  })
}
