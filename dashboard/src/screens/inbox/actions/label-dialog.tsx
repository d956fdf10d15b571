import { useState } from 'react'
import {
  type Label,
  MAX_LABEL_NAME_LENGTH,
  useCreateLabel,
  useLabels,
} from '../../../api/submissions/labels.ts'
import { LabelChip } from '../../../controls/label-chip.tsx'
import { type Option, OptionSearch } from '../../../controls/option-search.tsx'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { t } from '../../../language/texts.ts'
import { errorText } from '../../../shell/error-words.ts'
import { pickColor } from '../list/initials.ts'
import type { Inbox } from '../use-inbox.ts'
import { colorName } from './color-names.ts'
import { EditLabels } from './edit-labels.tsx'

/** Puts labels on the selected or open submissions, or takes them off; it stays open for further ones. */
export function LabelDialog({ inbox }: { inbox: Inbox }) {
  const { data: labels = [], isPending } = useLabels()
  const create = useCreateLabel()
  const [text, setText] = useState('')
  const [isEditing, setEditing] = useState(false)
  const those = inbox.targets()
  const typed = text.trim()
  const isOnAll = ({ id }: Label) => those.every((one) => one.labels.some((label) => label.id === id))

  function toggle(label: Label) {
    if (inbox.isEverything) inbox.closeDialog()
    setText('')
    inbox.perform(
      { name: isOnAll(label) ? 'unlabel' : 'label', label },
      inbox.isEverything ? undefined : those,
    )
  }

  const matching = labels.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
  const isNew = typed !== '' && !labels.some(({ name }) => name.toLowerCase() === typed.toLowerCase())
  const options: Option[] = [
    ...matching.map((label) => ({
      id: label.id,
      label: <LabelChip name={label.name} color={label.color} />,
      end: <span className="text-xs text-muted">{colorName(label.color)}</span>,
      chosen: those.length > 0 && isOnAll(label),
      onChoose: () => toggle(label),
    })),
    ...(isNew
      ? [
          {
            id: 'new',
            icon: 'plus',
            label: t('inbox.labels.create', { name: typed }),
            onChoose: () =>
              create.mutate(
                { name: typed, color: pickColor(typed) },
                { onSuccess: (label) => toggle(label) },
              ),
          } as const,
        ]
      : []),
    ...(labels.length > 0 && typed === ''
      ? [
          {
            id: 'edit',
            icon: 'settings',
            label: t('inbox.labels.edit'),
            onChoose: () => setEditing(true),
          } as const,
        ]
      : []),
  ]
  if (isEditing) return <EditLabels labels={labels} onClose={() => setEditing(false)} />
  const note = isPending
    ? t('shell.words.loading')
    : labels.length === 0 && !isNew
      ? t('inbox.labels.first')
      : null
  return (
    <Dialog
      open
      onClose={inbox.closeDialog}
      title={those.length > 1 ? t('inbox.labels.title', { count: those.length }) : t('inbox.actions.labels')}
    >
      <OptionSearch
        label={t('inbox.labels.find')}
        placeholder={t('inbox.labels.placeholder')}
        text={text}
        onText={(next) => {
          create.reset()
          setText(next.slice(0, MAX_LABEL_NAME_LENGTH))
        }}
        options={options}
        note={errorText(create.error) ?? note}
        className="-mx-5 -mt-3 -mb-5 max-h-80"
      />
    </Dialog>
  )
}
