/** Number of lessons of each kind from which on learned words count. */
export const MIN_LESSONS = 10
/** Points of a submission whose words are almost certainly those of spam: enough at the level `normal`. */
export const MAX_WORD_POINTS = 5
/** Number of words of a submission that count: those that tell most. The rest cannot outvote them. */
const MAX_TELLING_WORDS = 150
/** Robinson's `s` and `x`: the weight and the value of what is assumed about a word before it was seen. */
const ASSUMED_WEIGHT = 0.45
const ASSUMED_PROBABILITY = 0.5

/** Counts of lessons, or of the lessons that contained a word. A likely one counts half. */
export type LessonCounts = { ham: number; spam: number }

/** Returns true once enough was learned to judge by. */
export function hasLearned({ ham, spam }: LessonCounts): boolean {
  return ham >= MIN_LESSONS && spam >= MIN_LESSONS
}

/**
 * Returns the points of a submission by the learned words: more than 0 for spam, 0 when they do not tell.
 *
 * @param words counts of those of its words that were learned
 */
export function scoreWords(words: readonly LessonCounts[], lessons: LessonCounts): number {
  if (!hasLearned(lessons)) return 0
  const probability = combineWords(words, lessons)
  if (probability > 0.99) return MAX_WORD_POINTS
  if (probability > 0.98) return 4
  if (probability > 0.9) return 2
  return probability < 0.05 ? -3 : 0
}

/**
 * Combines the words of a submission into the probability that it is spam, by Robinson's method: Fisher's test of the
 * hypothesis that the words are those of ham, and of spam.
 */
export function combineWords(words: readonly LessonCounts[], lessons: LessonCounts): number {
  const telling = words
    .map((word) => getWordProbability(word, lessons))
    .sort((a, b) => Math.abs(b - 0.5) - Math.abs(a - 0.5))
    .slice(0, MAX_TELLING_WORDS)
  if (telling.length === 0) return ASSUMED_PROBABILITY
  let spamLog = 0
  let hamLog = 0
  for (const probability of telling) {
    spamLog += Math.log(probability)
    hamLog += Math.log(1 - probability)
  }
  const isLikeSpam = chiSquareTail(-spamLog, telling.length)
  const isLikeHam = chiSquareTail(-hamLog, telling.length)
  return (1 + isLikeSpam - isLikeHam) / 2
}

/** Returns Robinson's f(w): the probability that a submission with this word is spam, near to 0.5 for a rare word. */
function getWordProbability({ ham, spam }: LessonCounts, lessons: LessonCounts): number {
  const seen = ham + spam
  if (seen === 0) return ASSUMED_PROBABILITY
  const spamShare = spam / Math.max(1, lessons.spam)
  const hamShare = ham / Math.max(1, lessons.ham)
  const observed = spamShare / (spamShare + hamShare)
  return (ASSUMED_WEIGHT * ASSUMED_PROBABILITY + seen * observed) / (ASSUMED_WEIGHT + seen)
}

/**
 * Returns the probability that a chi-square variable with `2 * pairs` degrees of freedom is at least `2 * half`. A large
 * `half` underflows to 0, which is then the answer.
 */
function chiSquareTail(half: number, pairs: number): number {
  let term = Math.exp(-half)
  let sum = term
  for (let i = 1; i < pairs; i++) {
    term *= half / i
    sum += term
  }
  return Math.min(1, sum)
}
