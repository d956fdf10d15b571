import type { DryRun } from '../../actions/submissions/dry-run-submission.ts'
import type { Content, RedirectTarget, Submit, SubmitAnswer } from '../../actions/submissions/submit.ts'
import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { type Field, stringifyFields } from '../../domain/submissions/fields.ts'
import { resolveRedirect } from '../../domain/submissions/redirect-target.ts'
import { classifyFields } from '../../domain/submissions/submission.ts'
import { SUBMIT_BURST } from '../../domain/submissions/submit-rate.ts'
import type { HttpDeps } from '../deps.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { getIdempotencyKey } from '../kernel/idempotency.ts'
import { getClientAddress, getHeader, parseContent, type RequestHead } from '../kernel/request.ts'
import { type Answer, JSON_HEADERS, refusalAnswer } from '../kernel/respond.ts'
import { negotiateFormat, type ResponseFormat } from '../kernel/response-format.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { findLanguage } from '../pages/i18n/languages.ts'
import type { AcceptedBody, SubmissionDryRunBody } from '../schema/schemas.ts'

/** Lets the browser tell the thanks page the origin of the form: its "Back" needs no more. Overrides the common header. */
const ORIGIN_FOR_THANKS = { 'referrer-policy': 'strict-origin' }
const ACCEPTED_HEADERS: Readonly<Record<string, string>> = { vary: 'Accept, Origin' }

/** Answers a submission; rejects with a fault only. */
export type AcceptSubmission = (request: RequestHead, formId: string, body: Buffer) => Promise<Answer>

/** Creates the handler of `POST /f/{form_id}`, which the framework's route and the fast path share. */
export function createAcceptSubmission(deps: HttpDeps): AcceptSubmission {
  const { actions, keys, clock, metrics, base } = deps
  const rate = { burst: SUBMIT_BURST, perMinute: deps.submitPerMinute }
  const submissions = createRateLimit(rate)
  const dryRuns = createRateLimit(rate)

  return async function acceptSubmission(request, formId, body) {
    const now = clock.now()
    const responseFormat = negotiateFormat(request, base)
    const { dryRun } = responseFormat
    const refuse = (refusal: Refusal) => {
      if (!dryRun) metrics.count('formslot_submissions_total', refusal.code)
      return refusalAnswer(request, refusal, responseFormat)
    }

    if (!isEndpointId('form', formId)) return refuse({ code: 'endpoint_not_found' })
    const address = addressBucket(getClientAddress(request, deps.trusts))
    const wait = (dryRun ? dryRuns : submissions).take({ address, formId, now })
    if (wait > 0) return refuse({ code: 'submit_rate', retryAfterSeconds: wait })

    const read = parseContent({ headers: request.headers, body }, { multipart: 'allowed' })
    const content = read instanceof Promise ? await read : read
    const idempotencyKey = getIdempotencyKey(request, {
      path: `/f/${formId}`,
      content,
      caller: address,
      replays: 'to anyone',
      mark: keys.hmacIdempotencyKey,
    })
    if (idempotencyKey.kind === 'refused') return refuse(idempotencyKey.refusal)
    const page = getSendingPage(request)
    if (dryRun) {
      const apiKey = parseBearer(request)
      const outcome = await actions.trySubmission({ formId, content, page, apiKey, now })
      if (outcome.kind === 'refused') return refuse(outcome.refusal)
      return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(dryRunBody(outcome)) }
    }
    const answer = await actions.submit({
      formId,
      content: classify(content),
      page,
      findLanguage: () => findLanguage(getHeader(request, 'accept-language')),
      idempotencyKey: idempotencyKey.idempotencyKey,
      share: deps.quotaShares.open({ address, now }),
      now,
    })
    if (answer.kind === 'refused') return refuse(answer.refusal)
    metrics.count('formslot_submissions_total', 'accepted')
    const fields = content.kind === 'fields' ? content.fields : []
    return acknowledgement(answer, responseFormat, {
      thanksUrl: `${base}/f/${formId}/thanks`,
      findRedirectUrl: () => findRedirectUrl(page, fields, answer.redirectTarget),
    })
  }
}

/** Serializes the fields for storage, and classifies them. */
function classify(content: Content): Submit['content'] {
  if (content.kind === 'refused') return content
  return {
    kind: 'classified',
    text: stringifyFields(content.fields),
    verdict: classifyFields(content.fields),
  }
}

function acknowledgement(
  accepted: SubmitAnswer & { kind: 'accepted'; replayed: boolean },
  responseFormat: ResponseFormat,
  next: { thanksUrl: string; findRedirectUrl(): string | null },
): Answer {
  const headers = accepted.replayed
    ? { ...ACCEPTED_HEADERS, 'idempotent-replayed': 'true' }
    : ACCEPTED_HEADERS
  if (responseFormat.html) {
    const redirectUrl = next.findRedirectUrl()
    const toNext =
      redirectUrl === null ? { location: next.thanksUrl, ...ORIGIN_FOR_THANKS } : { location: redirectUrl }
    return { status: 303, headers: { ...headers, ...toNext }, body: '' }
  }
  const body: AcceptedBody = { ok: true, submission_id: accepted.submissionId }
  const text = JSON.stringify(
    responseFormat.formspree ? { ...body, next: next.findRedirectUrl() ?? next.thanksUrl } : body,
  )
  return { status: 200, headers: { ...headers, ...JSON_HEADERS }, body: text }
}

function getSendingPage(request: RequestHead): SendingPage {
  return { origin: getHeader(request, 'origin') ?? null, referer: getHeader(request, 'referer') ?? null }
}

/** Returns the URL of `_next` if it is allowed, else the redirect URL of the owner; null if there is neither. */
function findRedirectUrl(
  page: SendingPage,
  fields: readonly Field[],
  { redirectUrl, allowedOrigins }: RedirectTarget = { redirectUrl: null, allowedOrigins: [] },
): string | null {
  const next = fields.find((field) => field.name === '_next')?.value
  const allowed = typeof next === 'string' ? resolveRedirect({ next, ...page, allowedOrigins }) : null
  return allowed ?? redirectUrl
}

function dryRunBody(dryRun: DryRun): SubmissionDryRunBody {
  const spam = dryRun.spamReasons.length > 0
  return {
    dry_run: true,
    would_succeed: true,
    would_route_to: dryRun.wouldSendEmail ? [{ kind: 'email', target_hint: dryRun.targetHint }] : [],
    claim_status: {
      state: dryRun.state,
      claimed: dryRun.state === 'claimed',
      would_send_claim_email: dryRun.wouldSendClaimEmail,
    },
    spam: { verdict: spam ? 'spam' : 'ham', reasons: dryRun.spamReasons },
    fields: dryRun.fields,
    warnings: dryRun.warnings,
  }
}
