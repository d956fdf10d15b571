import { useState } from 'react'
import { useAccess } from '../../../api/accounts/access.ts'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { MAX_VIEW_NAME_LENGTH, useSaveView } from '../../../api/submissions/views.ts'
import { Button } from '../../../controls/button.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { useToast } from '../../../controls/overlays/toast.tsx'
import { t } from '../../../language/texts.ts'
import { errorText } from '../../../shell/error-words.ts'

/** Saves the filters of the inbox, except dates, as a view in the side bar. */
export function SaveView({ search }: { search: SubmissionFilter }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const save = useSaveView()
  const { showToast } = useToast()
  const close = () => {
    save.reset()
    setName('')
    setOpen(false)
  }
  const { may } = useAccess()
  const submit = () =>
    save.mutate(
      { name: name.trim(), search },
      {
        onSuccess() {
          close()
          showToast({ title: t('inbox.views.saved') })
        },
      },
    )
  const isDated = search.after !== undefined || search.before !== undefined
  if (!may('editor', 'account')) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('inbox.views.save')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={t('inbox.views.save')}
        description={t(isDated ? 'inbox.views.textWithDates' : 'inbox.views.text')}
        form={{ submit, label: t('shell.words.save'), busy: save.isPending, disabled: name.trim() === '' }}
      >
        <TextField
          label={t('shell.words.name')}
          value={name}
          maxLength={MAX_VIEW_NAME_LENGTH}
          onChange={({ target }) => setName(target.value)}
          autoComplete="off"
          error={errorText(save.error)}
        />
      </Dialog>
    </>
  )
}
