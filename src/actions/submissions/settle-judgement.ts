import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import { getKindRules } from '../../domain/endpoints/kinds.ts'
import { usesPlanQuota } from '../../domain/plans/month-usage.ts'
import { findPlan, toMonth } from '../../domain/plans/plan.ts'
import { decideQuotaWarning, type QuotaWarning } from '../../domain/plans/quota-warning.ts'
import { type SecondOpinion, toMalwareReason } from '../../domain/spam/judgement.ts'
import { findScript } from '../../domain/spam/scan.ts'
import { isSpamScore } from '../../domain/spam/score.ts'
import { forgetScript } from '../../domain/spam/scripts.ts'
import { parseStoredFields } from '../../domain/submissions/fields.ts'
import type {
  Change,
  Consequence,
  FinalVerdict,
  FoundEndpoint,
  JudgementLease,
  OpenJudgement,
} from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { warnOfQuota } from '../plans/quota-email.ts'
import { routeSubmission } from '../queues/route-submission.ts'
import { tellSpam } from './list-consequences.ts'

/** The end of a judgement; `lost`: another node has judged the submission, or it was deleted. */
export type SettledJudgement = FinalVerdict['kind'] | 'lost'

/** The end of a judgement, as its judges see it. */
type Judged = {
  /** Null when nobody judged the text in time. */
  opinion: SecondOpinion | null
  /** Name of the malware in a file; null where none was found. */
  malware: string | null
}

/**
 * Ends the judgement of a submission: spam moves to the spam folder, its count is given back and nothing is sent. Anything
 * else goes out: its emails are due, and its queue gets its message.
 */
export async function settleJudgement(
  context: Context,
  request: Judged & { endpointId: string; lease: JudgementLease; now: Date },
): Promise<SettledJudgement> {
  const { endpointId, lease, now } = request
  const settled = await context.store.change<SettledJudgement>({
    endpointId,
    now,
    idempotencyKey: null,
    judgement: lease,
    decide: ({ found, judgement }): Change<SettledJudgement> => {
      if (!found || !judgement) return { answer: 'lost', remember: false, consequences: [] }
      const verdict = decideVerdict(found.endpoint, judgement, request)
      const ended: Consequence = { kind: 'verdict', submissionKey: judgement.submissionKey, verdict }
      const others =
        verdict.kind === 'spam'
          ? [...giveBack(found.endpoint, judgement), ...tellSpam(context, found, judgement.submissionKey)]
          : release(context, found, { judgement, now })
      return { answer: verdict.kind, remember: false, consequences: [ended, ...others] }
    },
  })
  if (settled.kind !== 'fresh') throw new Error('A judgement has no Idempotency-Key.')
  return settled.answer
}

/**
 * Decides by the level that the owner has now, and by what the owner has said about it meanwhile. Malware is spam at every
 * level: the owner may not have seen it in the file.
 */
function decideVerdict(
  { settings }: EndpointFacts,
  { score, reasons, isVouchedFor }: OpenJudgement,
  { opinion, malware }: Judged,
): FinalVerdict {
  if (malware !== null) {
    const others = [...(opinion?.reasons ?? []), ...reasons]
    return { kind: 'spam', reasons: [...new Set([toMalwareReason(malware), ...others])] }
  }
  if (isVouchedFor) return { kind: 'real' }
  if (!opinion) return { kind: 'unjudged' }
  if (!isSpamScore(score + opinion.points, settings.spam.level)) return { kind: 'real' }
  return { kind: 'spam', reasons: [...new Set([...opinion.reasons, ...reasons])] }
}

/** Takes a submission out of the counts and of the scripts of the form: spam counts nowhere. */
function giveBack(endpoint: EndpointFacts, { receivedAt, text }: OpenJudgement): Consequence[] {
  const isOfMonth = endpoint.countedMonth === toMonth(receivedAt)
  const facts: EndpointFacts = {
    ...endpoint,
    acceptedCount: Math.max(0, endpoint.acceptedCount - 1),
    monthCount: isOfMonth ? Math.max(0, endpoint.monthCount - 1) : endpoint.monthCount,
    recentScripts: forgetScript(endpoint.recentScripts, findScript(parseStoredFields(text))),
  }
  return [{ kind: 'endpoint', facts }]
}

function release(
  context: Context,
  found: FoundEndpoint,
  { judgement, now }: { judgement: OpenJudgement; now: Date },
): Consequence[] {
  const { submissionKey: key, text, files, receivedAt } = judgement
  const warning = getReleasedWarning(context, found, judgement)
  return [
    ...(warning ? warnOfQuota(context, found, warning, now) : []),
    ...routeSubmission(context, found, { key, text, files, receivedAt, now }),
  ]
}

/**
 * Returns the quota warning that the count of judged submissions triggers: those that are being judged may be spam, whose
 * count is given back. Each release raises the count of judged ones by one, so each warning is sent once.
 */
function getReleasedWarning(
  context: Context,
  { endpoint, plan: planName }: FoundEndpoint,
  { receivedAt, openCount }: OpenJudgement,
): QuotaWarning | null {
  const plan = findPlan(context, planName)
  const month = endpoint.countedMonth
  if (!plan || !usesPlanQuota(endpoint) || month === null || month !== toMonth(receivedAt)) return null
  const { kind, getQuota } = getKindRules(endpoint)
  const before = Math.max(0, endpoint.monthCount - openCount)
  return decideQuotaWarning({ what: kind, before, after: before + 1, quota: getQuota(plan), month })
}
