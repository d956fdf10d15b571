import { type ReactNode, useState } from 'react'
import { rich } from '../../language/texts.ts'
import { TextField } from '../fields/text-field.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Asks before an action that can't be undone. Other actions run at once, with an undo in their toast.
 *
 * @param props.typed a text, such as a name, that must be typed to enable the button
 * @param props.option a choice below the text, such as a checkbox
 * @param props.error error of the service; the dialog stays open
 */
export function ConfirmDialog(props: {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  children: ReactNode
  action: string
  typed?: string
  option?: ReactNode
  busy?: boolean
  error?: string | null
}) {
  const { open, onClose, onConfirm, title, children, action, typed, option, busy = false, error } = props
  const [word, setWord] = useState('')
  const ready = typed === undefined || oneSpaced(word) === oneSpaced(typed)
  return (
    <Dialog
      open={open}
      onClose={() => {
        setWord('')
        onClose()
      }}
      title={title}
      description={children}
      form={{
        submit: () => ready && onConfirm(),
        label: action,
        weight: 'danger',
        busy,
        disabled: !ready,
      }}
    >
      {option}
      {typed === undefined ? null : (
        <TextField
          label={rich('shell.dialog.type', { word: <bdi className="font-mono">{typed}</bdi> })}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error}
      </p>
    </Dialog>
  )
}

/** Returns the text as a browser shows it: people cannot see how many spaces it has. */
function oneSpaced(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
