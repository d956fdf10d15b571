import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Refusal } from '../../domain/refusal.ts'
import type { Receipt } from '../../domain/submissions/receipt.ts'
import type { HttpDeps } from '../deps.ts'
import { answerTo } from '../kernel/refusals.ts'
import { type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import { pathParameter } from '../kernel/request.ts'
import { sendReceiptPage, sendRefusal, toRefererLink } from '../kernel/respond.ts'
import { findFragment, negotiateFormat, prefersHtml } from '../kernel/response-format.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { isCrossSite } from '../kernel/same-origin.ts'
import { receiptFragment, receiptGonePage, receiptPage } from '../pages/forms/receipt.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { named } from '../schema/named-schemas.ts'
import { RECEIPT_TOKEN } from '../schema/parameters.ts'
import { instant } from '../schema/shapes.ts'

const ReceiptBody = named(
  'Receipt',
  z.object({
    stored_at: instant,
    state: z
      .enum(['handed_over', 'saved', 'on_its_way', 'delayed', 'awaiting_confirmation', 'stopped'])
      .describe(
        'handed_over: a mail server accepted the email. saved: no email leaves this server, and the submission waits for its recipient there. stopped: no email will be sent. Of spam, and while the recipient has stopped the emails, it is what a submission that is emailed would have.',
      ),
    handed_over_at: instant.nullable(),
    answer: z
      .object({ text: z.string(), answered_at: instant })
      .nullable()
      .describe('The answer that the owner wrote: plain text.'),
    withdrawable_until: instant.nullable().describe('null: it can no longer be withdrawn.'),
    withdrawn_at: instant.nullable(),
  }),
)

const EXAMPLE: z.infer<typeof ReceiptBody> = {
  stored_at: '2026-11-20T10:00:00.000Z',
  state: 'handed_over',
  handed_over_at: '2026-11-20T10:00:00.390Z',
  answer: null,
  withdrawable_until: '2026-11-20T11:00:00.000Z',
  withdrawn_at: null,
}

const COMMON = {
  tag: 'forms',
  parameters: [RECEIPT_TOKEN],
  refusesAs: 'json or page',
} as const
const SHOWN = {
  description: 'The progress of the submission, without any of its content.',
  schema: ReceiptBody,
  example: EXAMPLE,
  media: ['text/html'],
}
const SHOW: PublicOperation = {
  ...COMMON,
  operationId: 'showReceipt',
  summary: 'Show the receipt of a submission, which a browser form is redirected to by default.',
  description: 'The response to a submission names it in the header Link, with rel="receipt".',
  answers: { 200: SHOWN },
  refuses: ['token_not_found', 'receipt_gone'],
}
const WITHDRAW: PublicOperation = {
  ...COMMON,
  operationId: 'withdrawSubmission',
  summary: 'Withdraw a submission within an hour.',
  description:
    'Deletes its content for good and stops emails that have not been sent. A second call changes nothing.',
  answers: {
    200: { ...SHOWN, description: 'The withdrawn submission.' },
    303: { description: 'Redirects a browser to the receipt.', headers: ['Location'] },
  },
  refuses: ['token_not_found', 'receipt_gone', 'withdrawal_over', 'cross_site_action'],
}

/** Registers the receipts of submissions. Pages of all sites may read them, as they may read the answer to a submission. */
export function registerReceipts(server: FastifyInstance, deps: HttpDeps): void {
  const { actions, clock, base } = deps

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    if (!prefersHtml(request) || findFragment(request)) {
      return sendRefusal(request, reply, refusal, negotiateFormat(request, base))
    }
    const language = chooseLanguage(request.headers['accept-language'])
    reply.header('vary', 'Accept, Accept-Language, Origin')
    reply.refusalCode = refusal.code
    return sendReceiptPage(reply, receiptGonePage({ base, language }), answerTo(refusal, '').status)
  }

  function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { receipt, problem }: { receipt: Receipt; problem: 'too_late' | null },
  ): FastifyReply {
    reply.header('vary', 'Accept, Accept-Language, Origin')
    if (!prefersHtml(request)) return reply.send(toBody(receipt))
    const language = chooseLanguage(request.headers['accept-language'])
    const url = `${base}/r/${pathParameter(request, 'token')}`
    const fragment = findFragment(request)
    if (fragment) return sendReceiptPage(reply, receiptFragment({ language, url, ...fragment }))
    const backUrl = toRefererLink(request.headers.referer, base)
    const shown = receiptPage({ base, language, receipt, url, backUrl, problem })
    return sendReceiptPage(reply, shown, problem ? 409 : 200)
  }

  registerRoute(server, {
    url: '/r/:token',
    handlers: {
      GET: {
        ...SHOW,
        async handle(request, reply) {
          const answer = await actions.getReceipt({
            token: pathParameter(request, 'token'),
            now: clock.now(),
          })
          if (answer.kind === 'refused') return refuse(request, reply, answer.refusal)
          return show(request, reply, { receipt: answer, problem: null })
        },
      },
      OPTIONS: answerPreflight,
    },
  })
  registerRoute(server, {
    url: '/r/:token/withdraw',
    handlers: {
      POST: {
        ...WITHDRAW,
        async handle(request, reply) {
          const sent = { token: pathParameter(request, 'token'), now: clock.now() }
          // A site that frames the page of a submission must not withdraw it.
          if (isCrossSite(request, base)) {
            return sendRefusal(request, reply, { code: 'cross_site_action' }, negotiateFormat(request, base))
          }
          const answer = await actions.withdrawSubmission(sent)
          if (answer.kind === 'receipt') {
            return prefersHtml(request)
              ? reply.code(303).header('location', `${base}/r/${sent.token}`).send()
              : show(request, reply, { receipt: answer, problem: null })
          }
          const isOver = answer.refusal.code === 'withdrawal_over' && prefersHtml(request)
          const receipt = isOver ? await actions.getReceipt(sent) : answer
          if (receipt.kind === 'refused') return refuse(request, reply, answer.refusal)
          return show(request, reply, { receipt, problem: 'too_late' })
        },
      },
      OPTIONS: answerPreflight,
    },
  })
}

function toBody(receipt: Receipt): z.infer<typeof ReceiptBody> {
  const { handOver, answer, withdrawUntil, withdrawnAt } = receipt
  return {
    stored_at: receipt.storedAt.toISOString(),
    state: handOver.kind,
    handed_over_at: handOver.kind === 'handed_over' ? handOver.at.toISOString() : null,
    answer: answer && { text: answer.text, answered_at: answer.answeredAt.toISOString() },
    withdrawable_until: withdrawUntil?.toISOString() ?? null,
    withdrawn_at: withdrawnAt?.toISOString() ?? null,
  }
}
