import type { DryRun } from '../../actions/submissions/dry-run-submission.ts'
import type { Content, RedirectTarget, SubmitAnswer } from '../../actions/submissions/submit.ts'
import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { findControl, markControls } from '../../domain/submissions/control-names.ts'
import type { Field } from '../../domain/submissions/fields.ts'
import { resolveRedirect } from '../../domain/submissions/redirect-target.ts'
import type { HttpDeps } from '../deps.ts'
import type { RequestHead } from '../kernel/request.ts'
import { type Answer, JSON_HEADERS } from '../kernel/respond.ts'
import { isSentByScript, isSwappedByHtmx, type ResponseFormat } from '../kernel/response-format.ts'
import type { AcceptedBody, SubmissionDryRunBody } from '../schema/schemas.ts'
import type { VendorFormat } from './vendor-format.ts'

/** Lets the browser tell the receipt the origin of the form: its "Back" needs no more. Overrides the common header. */
const ORIGIN_FOR_RECEIPT = { 'referrer-policy': 'strict-origin' }
const ACCEPTED_HEADERS: Readonly<Record<string, string>> = { vary: 'Accept, Origin' }

/** Composes the answer to an accepted submission. */
export function acknowledgement(
  accepted: SubmitAnswer & { kind: 'accepted'; replayed: boolean },
  responseFormat: ResponseFormat,
  sent: {
    request: RequestHead
    fields: readonly Field[]
    vendor: VendorFormat | undefined
    receiptUrl: string
    redirectUrl: string | null
  },
): Answer {
  const { redirectUrl } = sent
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
    redirectUrl: string | null
  },
): Answer {
  const { request, headers, redirectUrl: url } = next
  if (url === null || !opens(request, { url, base: responseFormat.base })) {
    return {
      status: 303,
      headers: { ...headers, location: next.receiptUrl, ...ORIGIN_FOR_RECEIPT },
      body: '',
    }
  }
  return isSwappedByHtmx(request)
    ? { status: 200, headers: { ...headers, 'hx-redirect': url }, body: '' }
    : { status: 303, headers: { ...headers, location: url }, body: '' }
}

/**
 * Returns true for a submission of a browser or of `/form.js` whose answer leads its visitor to the receipt: by a redirect, or
 * by the link that the script shows.
 */
export function leadsToReceipt(
  request: RequestHead,
  { html, base }: ResponseFormat,
  redirectUrl: string | null,
): boolean {
  return redirectUrl === null || (html && !opens(request, { url: redirectUrl, base }))
}

/** Returns true where the browser opens the address that the form or its owner chose. */
function opens(request: RequestHead, to: { url: string; base: string }): boolean {
  return isSwappedByHtmx(request) || canFollow(request, to)
}

/** Returns false for a script that would be sent to another site. */
function canFollow(request: RequestHead, to: { url: string; base: string }): boolean {
  return !isSentByScript(request) || new URL(to.url).origin === new URL(to.base).origin
}

/** Returns the redirect of a browser whose submission was refused; null where nobody names an address that it can show. */
export async function redirectRefused(
  { actions, base }: HttpDeps,
  sent: { refusal: Refusal; request: RequestHead; formId: string; content: Content; page: SendingPage },
): Promise<Answer | null> {
  // A suspended form leads nobody to a page that its owner chose.
  if (sent.refusal.code === 'endpoint_suspended') return null
  const { errorUrl, allowedOrigins } = await actions.findErrorTarget(sent.formId)
  const fields = markControls(sent.content.fields ?? [], sent.formId)
  const url = findAllowedUrl(fields, 'error', { page: sent.page, allowedOrigins }) ?? errorUrl
  return url === null || !canFollow(sent.request, { url, base }) ? null : redirect(url, sent.refusal)
}

/** Returns the URL of `_next` if it is allowed, else the redirect URL of the owner; null if there is neither. */
export function findRedirectUrl(
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

export function dryRunAnswer(dryRun: DryRun): Answer {
  const body: SubmissionDryRunBody = {
    dry_run: true,
    would_succeed: true,
    would_route_to: dryRun.targets.map(({ kind, targetHint }) => ({ kind, target_hint: targetHint })),
    claim_status: {
      state: dryRun.state,
      claimed: dryRun.state === 'claimed',
      would_send_claim_email: dryRun.wouldSendClaimEmail,
    },
    spam: dryRun.spam,
    fields: dryRun.fields,
    ...(dryRun.files.length === 0 ? {} : { files: dryRun.files }),
    warnings: dryRun.warnings,
  }
  return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(body) }
}
