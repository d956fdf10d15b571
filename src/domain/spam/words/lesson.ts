import type { Folder } from '../../submissions/folder.ts'
import type { LessonCounts } from './word-score.ts'

/**
 * The kind that the words of a submission are learned as. `likely_ham`: the owner has not said that it is real, but has
 * answered it, or left it in the inbox after opening it.
 */
export type Lesson = 'ham' | 'likely_ham' | 'spam'

/** Weight of each lesson in the counts of its kind. */
const WEIGHTS: Readonly<Record<Lesson, number>> = { ham: 1, likely_ham: 0.5, spam: 1 }

/** Days for which an opened submission must have stayed in the inbox to be learned as likely real. */
export const KEPT_DAYS = 7

/** A lesson that the owner gave (null: taken back), and the one of the same submission that was learned before. */
export type LessonChange = {
  given: Lesson | null
  learned: Lesson | null
  /** The lesson that the verdict gives while the owner says nothing; null for an imported submission, which gives none. */
  verdict: Lesson | null
}

/** Maximum number of words stored per account; the rarest are deleted when more are learned. */
export const MAX_STORED_WORDS = 20_000

/**
 * Returns the lesson that the owner gave by leaving a submission in this folder; null for none: where its verdict put it,
 * nothing was said. The trash says nothing either, so what was learned before stays.
 */
export function getLesson(submission: { folder: Exclude<Folder, 'trash'>; isSpam: boolean }): Lesson | null {
  switch (submission.folder) {
    case 'spam':
      return submission.isSpam ? null : 'spam'
    case 'inbox':
      return submission.isSpam ? 'ham' : null
    case 'archive':
      return 'ham'
  }
}

/** Returns what a lesson adds to the counts. */
export function toLessonCounts(lesson: Lesson | null): LessonCounts {
  if (lesson === null) return { ham: 0, spam: 0 }
  const weight = WEIGHTS[lesson]
  return lesson === 'spam' ? { ham: 0, spam: weight } : { ham: weight, spam: 0 }
}

/** Decides what a lesson does to the scripts that a form remembers: those of real submissions alone. */
export function decideScriptChange({ given, learned, verdict }: LessonChange): 'remember' | 'forget' | null {
  const before = learned ?? verdict
  const after = given ?? verdict
  if (isReal(before) === isReal(after)) return null
  return isReal(after) ? 'remember' : 'forget'
}

function isReal(lesson: Lesson | null): boolean {
  return lesson !== null && lesson !== 'spam'
}
