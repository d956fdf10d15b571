import type { Inbox } from '../use-inbox.ts'
import { LabelDialog } from './label-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'

/** The dialog for labels or for a note that is open. */
export function WorkDialog({ inbox }: { inbox: Inbox }) {
  return inbox.dialog === 'note' ? <NoteDialog inbox={inbox} /> : <LabelDialog inbox={inbox} />
}
