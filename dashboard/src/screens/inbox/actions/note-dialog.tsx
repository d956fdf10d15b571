import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { MAX_NOTE_LENGTH } from '../../../api/submissions/labels.ts'
import { changeNote, type Submission } from '../../../api/submissions/submissions.ts'
import { TextArea } from '../../../controls/fields/text-field.tsx'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { t } from '../../../language/texts.ts'
import { useErrorToast } from '../../../shell/error-toast.ts'
import type { Inbox } from '../use-inbox.ts'
import { applyNote } from './optimistic-update.ts'
import { useUndoToast } from './undo.ts'

/** Asks for the private note on one submission. */
export function NoteDialog({ inbox }: { inbox: Inbox }) {
  // The submission that it was opened for, whatever the list does meanwhile.
  const [submission] = useState(inbox.target)
  const [text, setText] = useState(submission?.note ?? '')
  const saveNote = useSaveNote()
  if (!submission) return null
  const save = () => {
    inbox.closeDialog()
    if (text.trim() !== (submission.note ?? '')) void saveNote(submission, text.trim())
  }
  return (
    <Dialog
      open
      onClose={inbox.closeDialog}
      title={t('inbox.actions.note')}
      description={t('inbox.note.text')}
      form={{ submit: save, label: t('shell.words.save') }}
    >
      <TextArea
        label={t('inbox.note.label')}
        dir={text === '' ? undefined : 'auto'}
        quietLabel
        rows={5}
        maxLength={MAX_NOTE_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          save()
        }}
      />
    </Dialog>
  )
}

/** Returns a function that saves a note at once, with undo. */
function useSaveNote() {
  const client = useQueryClient()
  const showUndoToast = useUndoToast()
  const showError = useErrorToast()
  return async function save({ id, note: before }: Submission, note: string): Promise<void> {
    const put = async (text: string | null, failed: string) => {
      const revertTo = text === (note || null) ? before : note || null
      applyNote(client, { id, note: text })
      try {
        await changeNote(id, text ?? '')
      } catch (error) {
        applyNote(client, { id, note: revertTo })
        if (!(error instanceof ApiError)) throw error
        showError(error, { title: failed, retry: () => void put(text, failed) })
      }
    }
    showUndoToast({
      title: t(note === '' ? 'inbox.note.deleted' : 'inbox.note.saved'),
      ids: [id],
      undo: () => void put(before, t('inbox.toasts.notUndone')),
    })
    await put(note || null, t('inbox.note.notSaved'))
  }
}
