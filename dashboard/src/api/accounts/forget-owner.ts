import { forgetExamples } from '../endpoints/docs-examples.ts'
import { forgetAllAnswerDrafts } from '../submissions/answer-drafts.ts'
import { forgetNotifications } from './remembered-notifications.ts'

/** Removes from this browser everything about the owner who signed out: the next person may be somebody else. */
export function forgetOwner(): void {
  forgetAllAnswerDrafts()
  forgetExamples()
  forgetNotifications()
}
