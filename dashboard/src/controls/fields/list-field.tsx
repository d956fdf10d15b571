import { type ComponentProps, useState } from 'react'
import { t } from '../../language/texts.ts'
import { Button } from '../button.tsx'
import { TextArea } from './text-field.tsx'

const MAX_ROWS = 10

/** A list with one entry a line. While it is empty, it takes one line of the page and says so. */
export function ListField(
  props: ComponentProps<typeof TextArea> & {
    label: string
    value: string
    /** Says what an empty list means: "All sites". */
    empty: string
  },
) {
  const { empty, ...field } = props
  const [isOpen, setOpen] = useState(false)
  if (isOpen || field.value !== '') {
    const keepOpen = () => setOpen(true)
    return (
      <TextArea
        spellCheck={false}
        autoCapitalize="off"
        rows={Math.min(MAX_ROWS, field.value.split('\n').length + 1)}
        {...field}
        autoFocus={isOpen}
        onFocus={keepOpen}
      />
    )
  }
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 text-sm">
        <span className="font-semibold">{field.label}</span> <span className="text-muted">{empty}</span>
      </p>
      <Button
        size="small"
        icon="plus"
        aria-label={t('shell.list.add', { list: field.label })}
        onClick={() => setOpen(true)}
      >
        {t('shell.words.add')}
      </Button>
    </div>
  )
}
