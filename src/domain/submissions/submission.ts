import { checkOrigin, type SendingPage } from '../endpoints/allowed-origins.ts'
import type { EndpointFacts } from '../endpoints/endpoint.ts'
import { checkState, countAccepted, getQuotaWarning } from '../plans/month-usage.ts'
import type { Plan } from '../plans/plan.ts'
import type { QuotaWarning } from '../plans/quota-warning.ts'
import type { Refusal } from '../refusal.ts'
import { dataFields, type Field, parseStoredFields, stringifyFields } from './fields.ts'
import { isHoneypotHit } from './honeypot.ts'

export type SubmissionDecision =
  | { kind: 'refused'; refusal: Refusal }
  /** Kept for the owner's spam folder; counts toward nothing, postpones nothing, mails nothing. */
  | { kind: 'spam'; reasons: string[] }
  /**
   * `email`: which email carries it; null when the owner has stopped emails. `warning`: what the owner is to be warned
   * of because of it.
   */
  | {
      kind: 'accepted'
      endpoint: EndpointFacts
      email: 'claim' | 'submission' | null
      warning: QuotaWarning | null
    }

/** What the fields alone say. */
export type Verdict = { kind: 'ham' } | { kind: 'spam'; reasons: string[] } | { kind: 'empty' }

/** A submission as it was judged where its body was read, before anything of its endpoint was known. */
export type JudgedSubmission = {
  /** Its fields as `stringifyFields` writes them. */
  text: string
  verdict: Verdict
}

/** Judges fields before anything is known of the endpoint they are for. */
export function judgeFields(fields: readonly Field[]): Verdict {
  if (isHoneypotHit(fields)) return { kind: 'spam', reasons: ['honeypot'] }
  return { kind: dataFields(fields).length === 0 ? 'empty' : 'ham' }
}

/** The same with the honeypot that the owner has set: filled it is spam, empty it is no data. */
export function judgeWithHoneypot(judged: JudgedSubmission, honeypot: string): JudgedSubmission {
  const fields = parseStoredFields(judged.text)
  if (isHoneypotHit(fields, honeypot)) return { ...judged, verdict: { kind: 'spam', reasons: ['honeypot'] } }
  const kept = fields.filter((field) => field.name !== honeypot)
  return { text: stringifyFields(kept), verdict: judgeFields(kept) }
}

/**
 * What becomes of a submission. The state of the endpoint decides before the page that sent it does, and that before the
 * content.
 *
 * @param request.plan the owner's plan; null while nobody has claimed the endpoint
 */
export function decideSubmission(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  page: SendingPage
  verdict: Verdict
  now: Date
}): SubmissionDecision {
  const { endpoint, verdict, now } = request
  const refusal = checkSendingPage(request)
  if (refusal) return { kind: 'refused', refusal }
  if (verdict.kind === 'spam') return verdict
  if (verdict.kind === 'empty') return { kind: 'refused', refusal: { code: 'fields_missing' } }
  const taken = countAccepted({ endpoint, usage: null, now }, 1)
  return {
    kind: 'accepted',
    endpoint: taken.endpoint,
    email: emailFor(endpoint),
    warning: getQuotaWarning(request, taken),
  }
}

/** Why this endpoint takes no submission from this page at `now`, whatever it holds; null when it does. */
export function checkSendingPage(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  page: SendingPage
  now: Date
}): Refusal | null {
  const { endpoint, plan, page, now } = request
  return (
    checkState({ endpoint, plan, usage: null, now }) ?? checkOrigin(page, endpoint.settings.allowedOrigins)
  )
}

function emailFor(endpoint: EndpointFacts): 'claim' | 'submission' | null {
  if (endpoint.claimedAt) return endpoint.mailStoppedAt ? null : 'submission'
  return endpoint.claimEmailAt ? 'submission' : 'claim'
}
