import type { Folder } from '../../submissions/folder.ts'

/** The kind that the words of a submission are learned as. */
export type Lesson = 'ham' | 'spam'

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

/** Decides what a lesson does to the scripts that a form remembers: those of real submissions alone. */
export function decideScriptChange({ given, learned, verdict }: LessonChange): 'remember' | 'forget' | null {
  const before = learned ?? verdict
  const after = given ?? verdict
  if ((before === 'ham') === (after === 'ham')) return null
  return after === 'ham' ? 'remember' : 'forget'
}
