import { refusalOfOrigin, type SendingPage } from './allowed-origins.ts'
import { type EndpointFacts, stateOf } from './endpoint.ts'
import { dataFields, type Field, fieldsAsText, fieldsOfText } from './fields.ts'
import { isHoneypotHit } from './honeypot.ts'
import { monthOf, nextMonth, type Plan } from './plan.ts'
import type { Refusal } from './refusal.ts'
import { secondsUntil } from './time.ts'

export type SubmissionDecision =
  | { kind: 'refused'; refusal: Refusal }
  /** Kept for the owner's spam folder; counts toward nothing, postpones nothing, mails nothing. */
  | { kind: 'spam'; reasons: string[] }
  /** `letter`: which letter carries it; null when the owner has stopped letters. */
  | { kind: 'accepted'; endpoint: EndpointFacts; letter: 'claim' | 'submission' | null }

/** What the fields alone say. */
export type Verdict = { kind: 'ham' } | { kind: 'spam'; reasons: string[] } | { kind: 'empty' }

/** A submission as it was judged where its body was read, before anything of its endpoint was known. */
export type Judged = {
  /** Its fields as `fieldsAsText` writes them. */
  text: string
  verdict: Verdict
}

export function verdictOn(fields: readonly Field[]): Verdict {
  if (isHoneypotHit(fields)) return { kind: 'spam', reasons: ['honeypot'] }
  return { kind: dataFields(fields).length === 0 ? 'empty' : 'ham' }
}

/** The same with the honeypot that the owner has set: filled it is spam, empty it is no data. */
export function judgeWithHoneypot(judged: Judged, honeypot: string): Judged {
  const fields = fieldsOfText(judged.text)
  if (isHoneypotHit(fields, honeypot)) return { ...judged, verdict: { kind: 'spam', reasons: ['honeypot'] } }
  const kept = fields.filter((field) => field.name !== honeypot)
  return { text: fieldsAsText(kept), verdict: verdictOn(kept) }
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
  const refusal = refusalOfSender(request)
  if (refusal) return { kind: 'refused', refusal }
  if (verdict.kind === 'spam') return verdict
  if (verdict.kind === 'empty') return { kind: 'refused', refusal: { code: 'fields_missing' } }
  return { kind: 'accepted', endpoint: counted(endpoint, now), letter: letterFor(endpoint) }
}

/** Why this endpoint takes no submission from this page at `now`, whatever it holds; null when it does. */
export function refusalOfSender(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  page: SendingPage
  now: Date
}): Refusal | null {
  return refusalOfState(request) ?? refusalOfOrigin(request.page, request.endpoint.settings.allowedOrigins)
}

/** Why this endpoint takes no submission at `now`, whoever sends it; null when it does. */
export function refusalOfState(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  now: Date
}): Refusal | null {
  const { endpoint, plan, now } = request
  switch (stateOf(endpoint, now)) {
    case 'expired':
      return { code: 'endpoint_expired' }
    case 'retired':
      return { code: 'endpoint_retired' }
    case 'frozen':
      // No Retry-After: time does not cure it, only the recipient's claim does.
      return { code: 'endpoint_frozen' }
    case 'claimed': {
      const quota = plan?.submissionsPerMonth ?? null
      if (quota === null || countIn(endpoint, monthOf(now)) < quota) return null
      return { code: 'monthly_quota', retryAfterSeconds: secondsUntil(nextMonth(now), now) }
    }
    case 'unclaimed':
      return null
  }
}

function counted(endpoint: EndpointFacts, now: Date): EndpointFacts {
  const last = endpoint.lastSubmissionAt
  const facts = {
    ...endpoint,
    lastSubmissionAt: last && last > now ? last : now,
    submissionCount: endpoint.submissionCount + 1,
  }
  if (!endpoint.claimedAt) return { ...facts, claimLetterAt: endpoint.claimLetterAt ?? now }
  const month = monthOf(now)
  // A clock that went back over the turn of a month must not open a second quota.
  const countedMonth = endpoint.countedMonth && endpoint.countedMonth > month ? endpoint.countedMonth : month
  return { ...facts, countedMonth, monthCount: countIn(endpoint, month) + 1 }
}

/** Real submissions accepted since the claim within this month, or a later one if the clock went back. */
export function countIn(endpoint: EndpointFacts, month: string): number {
  return endpoint.countedMonth !== null && endpoint.countedMonth >= month ? endpoint.monthCount : 0
}

function letterFor(endpoint: EndpointFacts): 'claim' | 'submission' | null {
  if (endpoint.claimedAt) return endpoint.mailStoppedAt ? null : 'submission'
  return endpoint.claimLetterAt ? 'submission' : 'claim'
}
