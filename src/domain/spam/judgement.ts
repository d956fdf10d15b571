import { SECOND } from '../time.ts'
import { isSpamScore } from './score.ts'
import type { SpamLevel } from './spam-settings.ts'
import { hasLearned, type LessonCounts, MAX_WORD_POINTS } from './words/word-score.ts'

/** Maximum time for which a submission waits for the second tier before it goes out without a verdict. */
export const JUDGEMENT_LIMIT_MS = 30 * SECOND
/** Maximum time for which a submission waits for the scan of its files before it goes out with files that are not scanned. */
export const SCAN_LIMIT_MS = 60 * SECOND
/** Maximum number of points that the engines of the operator give together. */
const MAX_ENGINE_POINTS = 10

/** Points of the second tier, and the reasons for them. */
export type SecondOpinion = { points: number; reasons: readonly string[] }

/** Returns the reason of spam for malware of this name in a file. */
export function toMalwareReason(malware: string): string {
  return `malware:${malware}`
}

/**
 * Returns true when the second tier has something to judge with that may still make a submission spam.
 *
 * @param request.score of the first tier, which did not make it spam
 * @param request.lessons null while nobody owns the form
 */
export function needsJudgement(request: {
  score: number
  level: SpamLevel
  lessons: LessonCounts | null
  hasEngines: boolean
}): boolean {
  const { score, level, lessons, hasEngines } = request
  if (level === 'off' || lessons === null) return false
  const wordPoints = hasLearned(lessons) ? MAX_WORD_POINTS : 0
  const points = wordPoints + (hasEngines ? MAX_ENGINE_POINTS : 0)
  return points > 0 && isSpamScore(score + points, level)
}
