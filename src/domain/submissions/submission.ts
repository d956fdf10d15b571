import { checkProof, type Proof } from '../challenges/proof.ts'
import { checkOrigin, type SendingPage } from '../endpoints/allowed-origins.ts'
import type { EndpointFacts } from '../endpoints/endpoint.ts'
import { checkState, countAccepted, getQuotaWarning } from '../plans/month-usage.ts'
import type { Plan } from '../plans/plan.ts'
import type { QuotaWarning } from '../plans/quota-warning.ts'
import type { Refusal, Refused } from '../refusal.ts'
import { compileOwnerLists } from '../spam/owner-lists.ts'
import { isSpamScore, type ScoredSubmission, type SpamScore, scoreSubmission } from '../spam/score.ts'
import { rememberScript } from '../spam/scripts.ts'
import { getControlUse, isData } from './control-names.ts'
import { isBlank } from './field-roles.ts'
import { type Field, type FieldValue, stringifyFields } from './fields.ts'

type SubmissionDecision =
  | Refused
  /**
   * Stored in the owner's spam folder; not counted, not emailed, and no sign of life of the endpoint. `isOnlyRepeated`: without
   * earlier submissions by its sender, it would not be spam.
   */
  | { kind: 'spam'; reasons: string[]; isOnlyRepeated: boolean }
  /**
   * `email`: the email it is sent in; null when the owner has stopped emails. `warning`: the quota warning that it
   * triggers. `score`: the result of the spam filter; null where the form does not filter.
   */
  | {
      kind: 'accepted'
      endpoint: EndpointFacts
      email: 'claim' | 'submission' | null
      warning: QuotaWarning | null
      score: SpamScore | null
    }

/** Classification of the fields alone. `empty`: none has data. `blank`: none that has data is filled in. */
export type Verdict = { kind: 'real' | 'empty' | 'blank' } | { kind: 'spam'; reasons: string[] }

/** A submission classified when its body was read, before its endpoint was loaded. */
export type ClassifiedSubmission = {
  fields: readonly Field[]
  /** Its fields as `stringifyFields` writes them. */
  text: string
  verdict: Verdict
}

/** Facts that the spam filter adds to the fields. */
export type SpamFacts = Pick<ScoredSubmission, 'texts' | 'elapsedMs' | 'sightings'>

/** Classifies fields without knowing their endpoint. */
export function classifyFields(fields: readonly Field[]): Verdict {
  if (isHoneypotHit(fields)) return { kind: 'spam', reasons: ['honeypot'] }
  return classifyData(fields.filter(isData))
}

/** Classifies fields none of which may control the submission. */
export function classifyData(data: readonly Field[]): Verdict {
  if (data.some(({ value }) => !isBlank(value))) return { kind: 'real' }
  return { kind: data.length > 0 ? 'blank' : 'empty' }
}

/**
 * Classifies again with the owner's honeypot field: spam when it is filled in, otherwise the field is removed. Without other
 * data it stays: a refusal that only this field causes would reveal its name.
 */
export function classifyWithHoneypot(
  classified: ClassifiedSubmission,
  honeypot: string,
): ClassifiedSubmission {
  const { fields } = classified
  if (isHoneypotHit(fields, honeypot))
    return { ...classified, verdict: { kind: 'spam', reasons: ['honeypot'] } }
  const kept = fields.filter((field) => field.name !== honeypot)
  return kept.some(isData)
    ? { fields: kept, text: stringifyFields(kept), verdict: classifyFields(kept) }
    : classified
}

/** Classifies again a submission with files, which may have no other data. */
export function classifyWithFiles(classified: ClassifiedSubmission): ClassifiedSubmission {
  const { kind } = classified.verdict
  return kind === 'empty' || kind === 'blank' ? { ...classified, verdict: { kind: 'real' } } : classified
}

/**
 * Decides a submission: first by the state of the endpoint, then by the page that sent it, then by its proof of work, then
 * by its content. This is where a submission becomes spam. Spam without a proof is refused like any other submission: another
 * answer would reveal a honeypot.
 *
 * @param request.plan the owner's plan; null while nobody has claimed the endpoint
 * @param request.spamFacts null: the spam filter is not asked
 */
export function decideSubmission(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  page: SendingPage
  proof: Proof
  submission: Pick<ClassifiedSubmission, 'fields' | 'verdict'>
  spamFacts: SpamFacts | null
  now: Date
}): SubmissionDecision {
  const { endpoint, plan, proof, spamFacts, now } = request
  const { fields, verdict } = request.submission
  const { challenge } = endpoint.settings
  const refusal = checkSendingPage(request) ?? (challenge === 'off' ? null : checkProof(challenge, proof))
  if (refusal) return { kind: 'refused', refusal }
  if (verdict.kind === 'spam') return { ...verdict, isOnlyRepeated: false }
  if (verdict.kind === 'empty') return { kind: 'refused', refusal: { code: 'fields_missing' } }
  if (verdict.kind === 'blank') return { kind: 'refused', refusal: { code: 'fields_blank' } }
  const score = spamFacts && isFiltered(endpoint) ? scoreFor(endpoint, { ...spamFacts, fields, proof }) : null
  const { level } = endpoint.settings.spam
  if (score && isSpamScore(score.score, level)) {
    const isOnlyRepeated = !isSpamScore(score.score - score.repeatPoints, level)
    return { kind: 'spam', reasons: score.reasons, isOnlyRepeated }
  }
  const counted = countAccepted({ endpoint, usage: null, now }, 1)
  return {
    kind: 'accepted',
    endpoint: score ? withScript(counted.endpoint, score.script) : counted.endpoint,
    warning: plan && getQuotaWarning(plan, counted),
    email: chooseEmail(endpoint),
    score,
  }
}

function withScript(endpoint: EndpointFacts, script: string): EndpointFacts {
  const recentScripts = rememberScript(endpoint.recentScripts, script)
  return recentScripts === endpoint.recentScripts ? endpoint : { ...endpoint, recentScripts }
}

/** Returns true for a form whose submissions the spam filter scores: a false positive before the claim would hide the claim link. */
export function isFiltered({ claimedAt, settings }: EndpointFacts): boolean {
  return claimedAt !== null && settings.spam.level !== 'off'
}

function scoreFor(
  { settings, recentScripts }: EndpointFacts,
  submission: SpamFacts & { fields: readonly Field[]; proof: Proof },
): SpamScore {
  const lists = compileOwnerLists(settings.spam)
  return scoreSubmission({ ...submission, lists, rememberedScripts: recentScripts })
}

/** Returns the refusal of any submission from this page at `now`; null when the endpoint accepts them. */
export function checkSendingPage(request: {
  endpoint: EndpointFacts
  plan: Plan | null
  page: SendingPage
  now: Date
}): Refusal | null {
  const { endpoint, plan, page, now } = request
  const { allowedOrigins } = endpoint.settings
  const refusal = checkState({ endpoint, plan, usage: null, now })
  return refusal ?? (allowedOrigins.length === 0 ? null : checkOrigin(page, allowedOrigins))
}

function chooseEmail(endpoint: EndpointFacts): 'claim' | 'submission' | null {
  if (endpoint.claimedAt) return endpoint.mailStoppedAt ? null : 'submission'
  return endpoint.claimEmailAt ? 'submission' : 'claim'
}

/**
 * Returns true when a honeypot field is filled in. A space counts as filled in.
 *
 * @param own name of the honeypot field set by the owner; null: none
 */
export function isHoneypotHit(fields: readonly Field[], own: string | null = null): boolean {
  return fields.some(
    ({ name, value }) => (name === own || getControlUse(name) === 'honeypot') && !isEmpty(value),
  )
}

function isEmpty(value: FieldValue): boolean {
  if (value === null || value === '' || value === false || value === 0) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
