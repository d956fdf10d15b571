import type { Folder } from '../../submissions/folder.ts'

/** The kind that the words of a submission are learned as. */
export type Lesson = 'ham' | 'spam'

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
