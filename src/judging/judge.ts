import type { SecondOpinion } from '../domain/spam/judgement.ts'
import { listTokens } from '../domain/spam/words/tokens.ts'
import { hasLearned, scoreWords } from '../domain/spam/words/word-score.ts'
import type { JudgedSubmission } from '../store/judging/judgements.ts'
import type { JudgingStore } from '../store/judging/judging.ts'
import type { Engines } from './engines/engines.ts'

/** Reason of the learned words, beside those of the engines. */
const LEARNED = 'learned'

export type JudgeDeps = {
  judging: Pick<JudgingStore, 'countWords'>
  /** Null where the operator has set none. */
  engines: Engines | null
  submissionId(key: number): string
  hashWords(accountKey: number, words: readonly string[]): string[]
}

/**
 * Judges a submission by the words that its owner taught and by the engines, at the same time.
 *
 * @param signal ends the requests to engines
 * @returns null when nobody could judge it: no engine answered, and too little was learned
 */
export async function judge(
  deps: JudgeDeps,
  submission: JudgedSubmission & { submissionKey: number },
  signal: AbortSignal,
): Promise<SecondOpinion | null> {
  const { submissionKey, endpointId, receivedAt, fields } = submission
  const [wordPoints, opinion] = await Promise.all([
    scoreLearned(deps, submission),
    deps.engines?.judge(
      { id: deps.submissionId(submissionKey), formId: endpointId, receivedAt, fields },
      signal,
    ),
  ])
  const hasAnswer = opinion !== undefined && (opinion.reasons.length > 0 || opinion.unanswered.length === 0)
  if (wordPoints === null && opinion && !hasAnswer) return null
  const points = wordPoints ?? 0
  return {
    points: points + (opinion?.points ?? 0),
    reasons: [...(points > 0 ? [LEARNED] : []), ...(opinion?.reasons ?? [])],
  }
}

/** Returns the points of the learned words; null while too little was learned. */
async function scoreLearned(
  { judging, hashWords }: JudgeDeps,
  { accountKey, lessons, fields }: JudgedSubmission,
): Promise<number | null> {
  if (accountKey === null || !hasLearned(lessons)) return null
  const counts = await judging.countWords(accountKey, hashWords(accountKey, listTokens(fields)))
  return scoreWords(counts, lessons)
}
