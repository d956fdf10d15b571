import type { DryRun } from '../../actions/submissions/dry-run-submission.ts'
import type { Content, RedirectTarget, SubmitAnswer } from '../../actions/submissions/submit.ts'
import { isSolutionField } from '../../domain/challenges/challenge.ts'
import { readProof, type SentProof } from '../../domain/challenges/proof.ts'
import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import { isEndpointId } from '../../domain/endpoints/kinds.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { findControl, markControls } from '../../domain/submissions/control-names.ts'
import { takeElapsedTime } from '../../domain/submissions/elapsed-time.ts'
import { type Field, stringifyFields } from '../../domain/submissions/fields.ts'
import { resolveRedirect } from '../../domain/submissions/redirect-target.ts'
import { type ClassifiedSubmission, classifyFields } from '../../domain/submissions/submission.ts'
import { SUBMIT_BURST } from '../../domain/submissions/submit-rate.ts'
import type { HttpDeps } from '../deps.ts'
import { parseBearer } from '../kernel/bearer.ts'
import { addressBucket } from '../kernel/client-address.ts'
import { getIdempotencyKey } from '../kernel/idempotency.ts'
import { getClientAddress, getHeader, parseContent, type RequestHead } from '../kernel/request.ts'
import { type Answer, JSON_HEADERS, refusalAnswer } from '../kernel/respond.ts'
import {
  isSentByScript,
  isSwappedByHtmx,
  negotiateFormat,
  type ResponseFormat,
} from '../kernel/response-format.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { findLanguage } from '../pages/i18n/languages.ts'
import type { AcceptedBody, SubmissionDryRunBody } from '../schema/schemas.ts'
import { toChallengeUrl } from './challenge.ts'
import { type VendorFormat, vendorRefusal } from './vendor-format.ts'

/** Lets the browser tell the receipt the origin of the form: its "Back" needs no more. Overrides the common header. */
const ORIGIN_FOR_RECEIPT = { 'referrer-policy': 'strict-origin' }
const ACCEPTED_HEADERS: Readonly<Record<string, string>> = { vary: 'Accept, Origin' }

/**
 * Answers a submission; rejects with a fault only.
 *
 * @param vendor format of the JSON for a vendor's clients; ours when left out
 */
export type AcceptSubmission = (
  request: RequestHead,
  sent: { formId: string; body: Buffer },
  vendor?: VendorFormat,
) => Promise<Answer>

/** Creates the handler of `POST /f/{form_id}`, which the fast path and the routes of the framework share. */
export function createAcceptSubmission(deps: HttpDeps): AcceptSubmission {
  const { actions, keys, clock, metrics, base, observations } = deps
  const rate = { burst: SUBMIT_BURST, perMinute: deps.submitPerMinute }
  const submissions = createRateLimit(rate)
  const dryRuns = createRateLimit(rate)

  /** Returns the redirect of a browser whose submission was refused; null where nobody names an address that it can show. */
  async function redirectRefused(
    refusal: Refusal,
    sent: { request: RequestHead; formId: string; content: Content; page: SendingPage },
  ): Promise<Answer | null> {
    const { errorUrl, allowedOrigins } = await actions.findErrorTarget(sent.formId)
    const fields = markControls(sent.content.fields ?? [], sent.formId)
    const url = findAllowedUrl(fields, 'error', { page: sent.page, allowedOrigins }) ?? errorUrl
    return url === null || !canFollow(sent.request, { url, base }) ? null : redirect(url, refusal)
  }

  return async function acceptSubmission(request, { formId, body }, vendor) {
    const now = clock.now()
    const responseFormat = negotiateFormat(request, base)
    const { dryRun, html } = responseFormat
    const page = getSendingPage(request)
    const refuse = (given: Refusal) => {
      const refusal =
        given.code === 'challenge_required' ? { ...given, challengeUrl: toChallengeUrl(base, formId) } : given
      if (!dryRun) {
        metrics.count('formslot_submissions_total', refusal.code)
        if (isEndpointId('form', formId))
          observations.record(formId, { ...refusal, kind: 'refused', page }, now)
      }
      const answer = refusalAnswer(request, refusal, responseFormat)
      return vendor && !html && !dryRun
        ? vendorRefusal(answer, { refusal, requestId: request.id, vendor })
        : answer
    }

    if (!isEndpointId('form', formId)) return refuse({ code: 'endpoint_not_found' })
    const address = addressBucket(getClientAddress(request, deps.trusts))
    const wait = (dryRun ? dryRuns : submissions).take({ address, formId, now })
    if (wait > 0) return refuse({ code: 'submit_rate', retryAfterSeconds: wait })

    const read = parseContent({ headers: request.headers, body }, { multipart: 'allowed' })
    const { content, elapsedMs } = takeElapsed(read instanceof Promise ? await read : read)
    const refuseRead = async (refusal: Refusal) => {
      const answer = refuse(refusal)
      // An outage is shown as one: its page says when to try again.
      if (!html || dryRun || answer.status >= 500 || isSwappedByHtmx(request)) return answer
      return (await redirectRefused(refusal, { request, formId, content, page })) ?? answer
    }
    const proof =
      content.kind === 'fields' ? readProof(keys, { fields: content.fields, subject: formId, now }) : null
    const idempotencyKey = getIdempotencyKey(request, {
      path: `/f/${formId}`,
      content: getRepeatableContent(content, proof),
      caller: address,
      replays: 'to anyone',
      mark: keys.hmacIdempotencyKey,
    })
    if (idempotencyKey.kind === 'refused') return refuseRead(idempotencyKey.refusal)
    if (dryRun) {
      const apiKey = parseBearer(request)
      const outcome = await actions.trySubmission({ formId, content, elapsedMs, page, apiKey, now })
      if (outcome.kind === 'refused') return refuse(outcome.refusal)
      return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(dryRunBody(outcome)) }
    }
    const fields = content.kind === 'fields' ? markControls(content.fields, formId) : []
    const answer = await actions.submit({
      formId,
      content: content.kind === 'fields' ? { kind: 'classified', ...classify(fields) } : content,
      proof: proof && { check: proof.check, others: classify(markControls(proof.others, formId)) },
      elapsedMs,
      page,
      findLanguage: () => findLanguage(getHeader(request, 'accept-language')),
      idempotencyKey: idempotencyKey.idempotencyKey,
      share: deps.quotaShares.open({ address, now }),
      now,
    })
    if (answer.kind === 'refused') return refuseRead(answer.refusal)
    metrics.count('formslot_submissions_total', 'accepted')
    if (answer.isSpam) observations.record(formId, { kind: 'spam' }, now)
    else if (!answer.replayed) {
      const inputs = proof === null ? fields : fields.filter((field) => !isSolutionField(field))
      observations.record(formId, { kind: 'accepted', fields: inputs, page, isBrowser: html }, now)
    }
    return acknowledgement(answer, responseFormat, {
      fields,
      vendor,
      request,
      receiptUrl: `${base}/r/${keys.receiptToken(answer.submissionId)}`,
      findRedirectUrl: () => findRedirectUrl(page, fields, answer.redirectTarget),
    })
  }
}

/** Serializes the fields for storage, and classifies them. */
function classify(fields: readonly Field[]): ClassifiedSubmission {
  return { fields, text: stringifyFields(fields), verdict: classifyFields(fields) }
}

/** Returns what a repeated request has in common with the first one: whoever sends again may have to solve again. */
function getRepeatableContent(content: Content, proof: SentProof | null): Content {
  return proof === null || proof.check.kind === 'invalid' ? content : { kind: 'fields', fields: proof.others }
}

/** Takes the time that a visitor spent on the page out of what was sent, so that a repeated request is the same. */
function takeElapsed(content: Content): { content: Content; elapsedMs: number | null } {
  if (content.kind === 'refused') return { content, elapsedMs: null }
  const { fields, elapsedMs } = takeElapsedTime(content.fields)
  return { content: fields === content.fields ? content : { kind: 'fields', fields }, elapsedMs }
}

function acknowledgement(
  accepted: SubmitAnswer & { kind: 'accepted'; replayed: boolean },
  responseFormat: ResponseFormat,
  sent: {
    request: RequestHead
    fields: readonly Field[]
    vendor: VendorFormat | undefined
    receiptUrl: string
    findRedirectUrl(): string | null
  },
): Answer {
  const headers = accepted.replayed
    ? { ...ACCEPTED_HEADERS, 'idempotent-replayed': 'true' }
    : ACCEPTED_HEADERS
  if (responseFormat.html) return pageAfterwards(responseFormat, { ...sent, headers })
  const link = `<${sent.receiptUrl}>; rel="receipt"`
  return {
    status: 200,
    headers: { ...headers, link, ...JSON_HEADERS },
    body: JSON.stringify(acceptedBody()),
  }

  function acceptedBody(): object {
    const id = accepted.submissionId
    const redirectUrl = sent.findRedirectUrl()
    const next = redirectUrl ?? sent.receiptUrl
    if (sent.vendor) return sent.vendor.accepted({ id, next, fields: sent.fields })
    const body: AcceptedBody = { ok: true, submission_id: id }
    return responseFormat.formspree || redirectUrl !== null ? { ...body, next } : body
  }
}

/**
 * Redirects to the page after the form. A script that cannot follow a redirect to another site gets the receipt. An address
 * that the owner or the form chose carries no token.
 */
function pageAfterwards(
  responseFormat: ResponseFormat,
  next: {
    request: RequestHead
    headers: Readonly<Record<string, string>>
    receiptUrl: string
    findRedirectUrl(): string | null
  },
): Answer {
  const { request, headers } = next
  const url = next.findRedirectUrl()
  if (url !== null && isSwappedByHtmx(request)) {
    return { status: 200, headers: { ...headers, 'hx-redirect': url }, body: '' }
  }
  const toNext =
    url !== null && canFollow(request, { url, base: responseFormat.base })
      ? { location: url }
      : { location: next.receiptUrl, ...ORIGIN_FOR_RECEIPT }
  return { status: 303, headers: { ...headers, ...toNext }, body: '' }
}

/** Returns false for a script that would be sent to another site. */
function canFollow(request: RequestHead, to: { url: string; base: string }): boolean {
  return !isSentByScript(request) || new URL(to.url).origin === new URL(to.base).origin
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
  return findAllowedUrl(fields, 'next', { page, allowedOrigins }) ?? redirectUrl
}

/** Returns the URL that the form itself names, if it may be redirected to. */
function findAllowedUrl(
  fields: readonly Field[],
  use: 'next' | 'error',
  { page, allowedOrigins }: { page: SendingPage; allowedOrigins: readonly string[] },
): string | null {
  const next = findControl(fields, use)?.value
  return typeof next === 'string' ? resolveRedirect({ next, ...page, allowedOrigins }) : null
}

/** Redirects a refused submission, with the code and the field of the refusal in the query; no text of anybody. */
function redirect(address: string, { code, field }: Refusal): Answer {
  const url = new URL(address)
  url.searchParams.set('error', code)
  if (field === undefined) url.searchParams.delete('field')
  else url.searchParams.set('field', field)
  return { status: 303, headers: { ...ACCEPTED_HEADERS, location: url.href }, body: '' }
}

function dryRunBody(dryRun: DryRun): SubmissionDryRunBody {
  return {
    dry_run: true,
    would_succeed: true,
    would_route_to: dryRun.wouldSendEmail ? [{ kind: 'email', target_hint: dryRun.targetHint }] : [],
    claim_status: {
      state: dryRun.state,
      claimed: dryRun.state === 'claimed',
      would_send_claim_email: dryRun.wouldSendClaimEmail,
    },
    spam: dryRun.spam,
    fields: dryRun.fields,
    warnings: dryRun.warnings,
  }
}
