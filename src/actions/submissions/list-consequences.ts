import type { SendingPage } from '../../domain/endpoints/allowed-origins.ts'
import { findSiteHost, isLocalHost } from '../../domain/endpoints/site-host.ts'
import type { AttachedFile } from '../../domain/files/stored-file.ts'
import type { Language } from '../../domain/language.ts'
import type { QuotaWarning } from '../../domain/plans/quota-warning.ts'
import { JUDGEMENT_LIMIT_MS, needsJudgement, SCAN_LIMIT_MS } from '../../domain/spam/judgement.ts'
import type { SpamScore } from '../../domain/spam/score.ts'
import { later } from '../../domain/time.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { planDestinationDeliveries, tellDestinations } from '../destinations/delivery-targets.ts'
import { warnOfQuota } from '../plans/quota-email.ts'
import { routeSubmission } from '../queues/route-submission.ts'

/** The judgement by the second tier that a submission waits for. */
type Judgement = Extract<Consequence, { kind: 'judgement' }>

/** A submission that is accepted, as far as its consequences depend on it. */
type AcceptedSubmission = {
  found: FoundEndpoint
  key: number
  /** Its fields as `stringifyFields` writes them. */
  text: string
  files: readonly AttachedFile[]
  page: SendingPage
  /** The email to the recipient; null for none. */
  email: 'claim' | 'submission' | null
  /** The quota warning that it triggers. */
  warning: QuotaWarning | null
  /** The result of the spam filter; null where the form does not filter. */
  score: SpamScore | null
  /** Finds the language of the visitor's browser; null where the request names none. */
  findLanguage: (() => Language | null) | null
  now: Date
}

/**
 * Lists what an accepted submission causes beside its own row and its count, in the order in which it is saved. Each feature is
 * entered only for the forms that use it. What leaves the form waits for the verdict.
 */
export function listConsequences(context: Context, submission: AcceptedSubmission): Consequence[] {
  const { found, key, text, files, page, email, warning, score, findLanguage, now } = submission
  const hasFiles = files.length > 0
  const { language, settings } = found.endpoint
  const consequences: Consequence[] = []
  const judgement = score || hasFiles ? planJudgement(context, found, { key, score, hasFiles, now }) : null
  if (judgement) consequences.push(judgement)
  if (warning && !judgement) consequences.push(...warnOfQuota(context, found, warning, now))
  if (settings.queueId !== null && !judgement)
    consequences.push(...routeSubmission(context, found, { key, text, files, receivedAt: now, now }))
  if (settings.name === null && (page.origin ?? page.referer) !== null)
    consequences.push(...learnSite(context, found, page))
  // The first real submission deletes the test submission.
  if (found.testKey !== null)
    consequences.push({ kind: 'test_submission', key: null, replaces: found.testKey })
  const learned = email === 'claim' && language === null && findLanguage ? findLanguage() : null
  if (learned !== null) consequences.push({ kind: 'language', language: learned })
  consequences.push(...listDeliveries(context, { found, key, email, judgement }))
  return consequences
}

/** Lists the deliveries of a submission: to the recipient, and to the destinations that the owner added. */
export function listDeliveries(
  context: Context,
  {
    found,
    key,
    email,
    judgement,
  }: Pick<AcceptedSubmission, 'found' | 'key' | 'email'> & { judgement: Judgement | null },
): Consequence[] {
  // Emails that wait for a verdict are due at its limit, if it does not come.
  const due = judgement ? { dueAt: judgement.dueAt } : {}
  const deliveries: Consequence[] = []
  if (email) {
    deliveries.push({
      kind: 'delivery',
      delivery: email,
      submissionKey: key,
      destination: null,
      ordinal: 0,
      channel: 'email',
      target: found.mailboxKey,
      ...due,
    })
  }
  if (found.endpoint.settings.destinations.length === 0) return deliveries
  for (const [index, target] of planDestinationDeliveries(context, found).entries()) {
    deliveries.push({
      ...target,
      kind: 'delivery',
      delivery: 'submission',
      submissionKey: key,
      ordinal: index + 1,
      ...due,
    })
  }
  return deliveries
}

/** Tells the destinations that want to know of spam. */
export function tellSpam(context: Context, found: FoundEndpoint, submissionKey: number): Consequence[] {
  return tellDestinations(context, found, { type: 'submission.spam', submissionKey })
}

/**
 * Plans the judgement of a real submission by the second tier and, at every level, by the scan of its files; null when it has
 * nothing to judge it with.
 */
function planJudgement(
  { hasSpamEngines, hasScanner }: Context,
  { endpoint, lessons }: FoundEndpoint,
  about: { key: number; score: SpamScore | null; hasFiles: boolean; now: Date },
): Judgement | null {
  const { level } = endpoint.settings.spam
  const { score, reasons } = about.score ?? { score: 0, reasons: [] }
  const isScanned = about.hasFiles && hasScanner
  if (!isScanned && !needsJudgement({ score, level, lessons, hasEngines: hasSpamEngines })) return null
  return {
    kind: 'judgement',
    submissionKey: about.key,
    dueAt: later(about.now, isScanned ? SCAN_LIMIT_MS : JUDGEMENT_LIMIT_MS),
    score,
    reasons,
    ...(isScanned ? { hasFiles: true } : {}),
  }
}

/**
 * Remembers the site of a form without a name that no page has sent a submission to, or only one on a developer's machine:
 * cheap for all others.
 */
function learnSite(
  { ownOrigin }: Context,
  { endpoint: { siteHost } }: FoundEndpoint,
  page: SendingPage,
): Consequence[] {
  if (siteHost !== null && !isLocalHost(siteHost)) return []
  const host = findSiteHost(page, ownOrigin)
  if (host === null || (siteHost !== null && isLocalHost(host))) return []
  return [{ kind: 'site', host }]
}
