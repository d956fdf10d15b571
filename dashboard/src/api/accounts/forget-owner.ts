import { forgetAllDrafts } from '../client/drafts.ts'
import { forgetExamples } from '../endpoints/docs-examples.ts'
import { forgetNotifications } from './remembered-notifications.ts'

/** Removes from this browser everything about the owner who signed out: the next person may be somebody else. */
export function forgetOwner(): void {
  forgetAllDrafts()
  forgetExamples()
  forgetNotifications()
}
