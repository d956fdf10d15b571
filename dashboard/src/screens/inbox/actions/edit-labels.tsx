import { useState } from 'react'
import {
  type Label,
  MAX_LABEL_NAME_LENGTH,
  useChangeLabel,
  useDeleteLabel,
} from '../../../api/submissions/labels.ts'
import { Button } from '../../../controls/button.tsx'
import { COLORS } from '../../../controls/colors.ts'
import { Select } from '../../../controls/fields/select.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { IconButton } from '../../../controls/icon-button.tsx'
import { LabelChip } from '../../../controls/label-chip.tsx'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { t } from '../../../language/texts.ts'
import { ConfirmedAction } from '../../../shell/confirmed-action.tsx'
import { errorText } from '../../../shell/error-words.ts'
import { colorName } from './color-names.ts'

/** Renames labels, gives them another color, and deletes them. */
export function EditLabels({ labels, onClose }: { labels: readonly Label[]; onClose: () => void }) {
  const [edited, setEdited] = useState<Label | null>(null)
  const [deleted, setDeleted] = useState<Label | null>(null)
  const change = useChangeLabel()
  const remove = useDeleteLabel()
  if (edited !== null) {
    const done = () => {
      change.reset()
      setEdited(null)
    }
    return (
      <Dialog
        open
        onClose={done}
        title={t('inbox.labels.editOne')}
        form={{
          submit: () => change.mutate({ ...edited, name: edited.name.trim() }, { onSuccess: done }),
          label: t('shell.words.save'),
          busy: change.isPending,
          disabled: edited.name.trim() === '',
        }}
      >
        <TextField
          label={t('shell.words.name')}
          value={edited.name}
          maxLength={MAX_LABEL_NAME_LENGTH}
          onChange={({ target }) => setEdited({ ...edited, name: target.value })}
          autoComplete="off"
          error={errorText(change.error)}
        />
        <Select
          label={t('inbox.labels.color')}
          showLabel
          value={edited.color}
          choices={COLORS.map((color) => ({ value: color, label: colorName(color) }))}
          onChange={(color) => setEdited({ ...edited, color })}
        />
      </Dialog>
    )
  }
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t('inbox.labels.edit')}
        actions={
          <Button weight="main" onClick={onClose}>
            {t('inbox.labels.done')}
          </Button>
        }
      >
        <ul aria-label={t('inbox.actions.labels')} className="divide-y">
          {labels.map((label) => (
            <li key={label.id} className="flex items-center gap-2 py-1.5">
              <span className="flex min-w-0 flex-1">
                <LabelChip name={label.name} color={label.color} />
              </span>
              <span className="text-xs text-muted">{colorName(label.color)}</span>
              <Button
                size="small"
                aria-label={t('inbox.labels.editNamed', { name: label.name })}
                onClick={() => setEdited(label)}
              >
                {t('shell.words.edit')}
              </Button>
              <IconButton
                icon="trash"
                label={t('inbox.labels.deleteNamed', { name: label.name })}
                tone="danger"
                tip="none"
                onClick={() => setDeleted(label)}
              />
            </li>
          ))}
        </ul>
      </Dialog>
      <ConfirmedAction
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title={t('inbox.labels.deleteTitle', { name: deleted?.name ?? '' })}
        action={t('shell.words.delete')}
        mutation={remove}
        given={deleted?.id ?? ''}
        done={() => t('inbox.labels.deleted')}
      >
        {t('inbox.labels.deleteText')}
      </ConfirmedAction>
    </>
  )
}
