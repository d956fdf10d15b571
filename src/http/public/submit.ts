import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SubmitAnswer, submit } from '../../actions/submit.ts'
import { type Rehearsal, trySubmission } from '../../actions/try-submission.ts'
import type { Field } from '../../domain/fields.ts'
import { isFormId } from '../../domain/ids.ts'
import { allowedNext } from '../../domain/next-address.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { SUBMIT_BURST } from '../../domain/submit-rate.ts'
import type { AcceptedBody, SubmissionDryRunBody } from '../agents/schemas.ts'
import { sendRefusal } from '../answers.ts'
import { addressBucket } from '../client-address.ts'
import { type Manner, mannerOf } from '../manner.ts'
import { onceOf } from '../once.ts'
import type { HttpParts } from '../parts.ts'
import { openRateLimit } from '../rate-limit.ts'
import { clientAddressOf, contentOf, headerOf, pathParameter } from '../request.ts'

/** What `POST /f/{form_id}` does; registered with the other methods of the address in `endpoint.ts`. */
export function submitHandler(parts: HttpParts) {
  const { context, clock, metrics, base } = parts
  const rate = { burst: SUBMIT_BURST, perMinute: parts.submitPerMinute }
  const submissions = openRateLimit(rate)
  const dryRuns = openRateLimit(rate)

  return async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = clock.now()
    const formId = pathParameter(request, 'id')
    const manner = mannerOf(request, base)
    const { dryRun } = manner
    const refuse = (refusal: Refusal) => {
      if (!dryRun) metrics.count('formslot_submissions_total', refusal.code)
      return sendRefusal(request, reply, refusal, manner)
    }

    if (!isFormId(formId)) return refuse({ code: 'endpoint_not_found' })
    const address = addressBucket(clientAddressOf(request, parts.trusts))
    const wait = (dryRun ? dryRuns : submissions).take({ address, formId, now })
    if (wait > 0) return refuse({ code: 'submit_rate', retryAfterSeconds: wait })

    const content = await contentOf(request, { multipart: 'allowed' })
    const once = onceOf(request, { content, caller: address, mark: context.keys.onceMark })
    if (once.kind === 'refused') return refuse(once.refusal)
    if (dryRun) {
      const rehearsal = await trySubmission(context, { formId, content, now })
      return rehearsal.kind === 'refused' ? refuse(rehearsal.refusal) : reply.send(dryRunBody(rehearsal))
    }
    const answer = await submit(context, { formId, content, once: once.once, now })
    if (answer.kind === 'refused') return refuse(answer.refusal)
    metrics.count('formslot_submissions_total', 'accepted')
    if (answer.replayed) reply.header('idempotent-replayed', 'true')
    const fields = content.kind === 'fields' ? content.fields : []
    const next = nextOf(request, fields) ?? `${base}/f/${formId}/thanks`
    reply.raw.once('finish', parts.answered)
    return acknowledge(reply, { answer, next, manner })
  }
}

function acknowledge(
  reply: FastifyReply,
  accepted: { answer: SubmitAnswer & { kind: 'accepted' }; next: string; manner: Manner },
): FastifyReply {
  const { answer, next, manner } = accepted
  reply.header('vary', 'Accept')
  if (manner.html) return reply.code(303).header('location', next).send()
  const body: AcceptedBody = { ok: true, submission_id: answer.submissionId }
  return reply.send(manner.formspree ? { ...body, next } : body)
}

function nextOf(request: FastifyRequest, fields: readonly Field[]): string | null {
  const next = fields.find((field) => field.name === '_next')?.value
  if (typeof next !== 'string') return null
  const origin = headerOf(request, 'origin') ?? null
  const referer = headerOf(request, 'referer') ?? null
  return allowedNext({ next, origin, referer, allowedOrigins: [] })
}

function dryRunBody(rehearsal: Rehearsal): SubmissionDryRunBody {
  const spam = rehearsal.spamReasons.length > 0
  return {
    dry_run: true,
    would_succeed: true,
    would_route_to: rehearsal.wouldSendLetter ? [{ kind: 'email', target_hint: rehearsal.targetHint }] : [],
    claim_status: {
      state: rehearsal.state,
      claimed: rehearsal.state === 'claimed',
      would_send_claim_email: rehearsal.wouldSendClaimEmail,
    },
    spam: { verdict: spam ? 'spam' : 'ham', reasons: rehearsal.spamReasons },
    fields: rehearsal.fields,
    warnings: rehearsal.warnings,
  }
}
