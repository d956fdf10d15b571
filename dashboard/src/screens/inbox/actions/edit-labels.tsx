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
import { ConfirmedAction } from '../../../shell/confirmed-action.tsx'
import { errorText } from '../../../shell/error-words.ts'

const CHOICES = COLORS.map((color) => ({
  value: color,
  label: color.charAt(0).toUpperCase() + color.slice(1),
}))

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
        title="Edit label"
        form={{
          submit: () => change.mutate({ ...edited, name: edited.name.trim() }, { onSuccess: done }),
          label: 'Save',
          busy: change.isPending,
          disabled: edited.name.trim() === '',
        }}
      >
        <TextField
          label="Name"
          value={edited.name}
          maxLength={MAX_LABEL_NAME_LENGTH}
          onChange={({ target }) => setEdited({ ...edited, name: target.value })}
          autoComplete="off"
          error={errorText(change.error)}
        />
        <Select
          label="Color"
          showLabel
          value={edited.color}
          choices={CHOICES}
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
        title="Edit labels"
        actions={
          <Button weight="main" onClick={onClose}>
            Done
          </Button>
        }
      >
        <ul aria-label="Labels" className="divide-y">
          {labels.map((label) => (
            <li key={label.id} className="flex items-center gap-2 py-1.5">
              <span className="flex min-w-0 flex-1">
                <LabelChip name={label.name} color={label.color} />
              </span>
              <span className="text-xs text-muted">{label.color}</span>
              <Button size="small" aria-label={`Edit ${label.name}`} onClick={() => setEdited(label)}>
                Edit
              </Button>
              <IconButton
                icon="trash"
                label={`Delete ${label.name}`}
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
        title={`Delete the label “${deleted?.name ?? ''}”?`}
        action="Delete"
        mutation={remove}
        given={deleted?.id ?? ''}
        done={() => 'Label deleted'}
      >
        It is taken off all submissions, which stay. This can't be undone.
      </ConfirmedAction>
    </>
  )
}
