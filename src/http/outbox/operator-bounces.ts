import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BOUNCE_VENDORS } from '../../domain/outbox/bounce-vendors.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { isSameText } from '../../runtime/same-text.ts'
import type { HttpDeps } from '../deps.ts'
import { keyedRefusalAnswer, parseBearer } from '../kernel/bearer.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { send } from '../kernel/respond.ts'
import { negotiateFormat } from '../kernel/response-format.ts'
import { named } from '../schema/named-schemas.ts'
import type { Parameter } from '../schema/parameters.ts'
import { Ok } from '../schema/schemas.ts'

/** Maximum size of a message: as much as the listener keeps, `MAX_REPORT_BYTES`. */
const MAX_MESSAGE_BYTES = 1024 * 1024
const BUSY_RETRY_SECONDS = 2
const MESSAGE_TYPE = 'message/rfc822'

const VENDOR: Parameter = {
  name: 'vendor',
  in: 'path',
  required: true,
  description: 'The mail provider.',
  schema: { type: 'string', enum: [...BOUNCE_VENDORS] },
}

const RECIPIENT: Parameter = {
  name: 'recipient',
  in: 'query',
  required: false,
  description: 'The envelope recipient of the message, if known.',
  schema: { type: 'string' },
}

const TakenReport = named(
  'TakenReport',
  z.object({
    outcome: z
      .string()
      .describe(
        'bounced, delayed, declined, emails_stopped or counted; ignored: already reported; gone: the email has been deleted; unknown: not about an email of this instance; no_report: not a report from a mail server.',
      ),
  }),
)

/** Registers the routes to which programs of the operator and mail providers send bounces and complaints. */
export function registerOperatorBounces(server: FastifyInstance, deps: HttpDeps): void {
  const { base, bounces, operatorToken } = deps

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    return send(reply, keyedRefusalAnswer(request, refusal, negotiateFormat(request, base)))
  }

  async function takeMessage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = request.body as Buffer
    const type = request.headers['content-type'] ?? ''
    if (!/^message\/rfc822\b/i.test(type)) {
      const message = `Send the message unchanged, with Content-Type: ${MESSAGE_TYPE}.`
      return refuse(request, reply, { code: 'unsupported_media_type', message })
    }
    const { recipient } = request.query as { recipient?: unknown }
    const taken = await bounces.take(body, typeof recipient === 'string' ? [recipient] : [])
    if (taken.kind === 'busy') {
      const message = 'Too many messages are being read.'
      return refuse(request, reply, { code: 'call_rate', message, retryAfterSeconds: BUSY_RETRY_SECONDS })
    }
    return reply.send({ outcome: taken.kind })
  }

  registerRoute(server, {
    url: '/operator/bounces',
    bodyLimit: MAX_MESSAGE_BYTES,
    refuseEarly(request, reply) {
      const refusal = checkToken(request, operatorToken)
      if (refusal) refuse(request, reply, refusal)
      return refusal !== null
    },
    handlers: {
      POST: {
        operationId: 'takeBounce',
        summary: 'Receive a bounce or a complaint from a program of the operator.',
        tag: 'service',
        parameters: [RECIPIENT],
        body: { [MESSAGE_TYPE]: {} },
        answers: {
          200: { description: 'It was read.', schema: TakenReport, example: { outcome: 'bounced' } },
        },
        refuses: ['not_found', 'operator_token_invalid', 'unsupported_media_type', 'call_rate'],
        handle: takeMessage,
      },
    },
  })

  registerRoute(server, {
    url: '/operator/bounces/:vendor',
    bodyLimit: MAX_MESSAGE_BYTES,
    handlers: {
      POST: {
        operationId: 'takeBounceWebhook',
        summary: 'Receive a webhook from a mail provider about bounces and complaints.',
        tag: 'service',
        parameters: [VENDOR],
        body: { 'application/json': {} },
        // Mailgun and Postmark send a webhook again after any other status, even 204.
        answers: { 200: { description: 'It was read.', schema: Ok, example: { ok: true } } },
        refuses: ['not_found', 'signature_invalid', 'store_unavailable'],
        async handle(request, reply) {
          const vendor = BOUNCE_VENDORS.find((name) => name === pathParameter(request, 'vendor'))
          const { headers } = request
          const webhook = { headers, body: request.body as Buffer }
          const taken = vendor ? await bounces.takeWebhook({ vendor, ...webhook }) : null
          switch (taken?.kind) {
            case undefined:
              return refuse(request, reply, { code: 'not_found' })
            case 'taken':
              return reply.send({ ok: true })
            case 'refused':
              return refuse(request, reply, { code: 'signature_invalid', message: taken.reason })
            case 'undecided':
              return refuse(request, reply, { code: 'store_unavailable', message: taken.reason })
          }
        },
      },
    },
  })
}

/** Returns the refusal of a request that is not from a program of the operator; null for one that is. */
function checkToken(request: FastifyRequest, operatorToken: string | null): Refusal | null {
  if (operatorToken === null) return { code: 'not_found' }
  const given = parseBearer(request)
  return given !== null && isSameText(given, operatorToken) ? null : { code: 'operator_token_invalid' }
}
