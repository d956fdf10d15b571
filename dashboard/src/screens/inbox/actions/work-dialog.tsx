import type { Inbox } from '../use-inbox.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { LabelDialog } from './label-dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'

/** The dialog for labels, a note or an assignee that is open. */
export function WorkDialog({ inbox }: { inbox: Inbox }) {
  switch (inbox.dialog) {
    case 'note':
      return <NoteDialog inbox={inbox} />
    case 'assign':
      return <AssignDialog inbox={inbox} />
    default:
      return <LabelDialog inbox={inbox} />
  }
}
