import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { TextField } from '../fields/text-field.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Asks before something that cannot be undone; what can be undone is done at once, with a toast that takes it back.
 *
 * @param props.typed a word, such as an id, that must be typed before the button can be pressed
 * @param props.error what the service said to it, in place of closing
 */
export function ConfirmDialog(props: {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  children: ReactNode
  deed: string
  typed?: string
  busy?: boolean
  error?: string | null
}) {
  const { open, onClose, onConfirm, title, children, deed, typed, busy = false, error } = props
  const [word, setWord] = useState('')
  const ready = typed === undefined || word.trim() === typed
  return (
    <Dialog
      open={open}
      onClose={() => {
        setWord('')
        onClose()
      }}
      title={title}
      description={children}
      form={() => ready && onConfirm()}
      deeds={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" weight="danger" busy={busy} disabled={!ready}>
            {deed}
          </Button>
        </>
      }
    >
      {typed === undefined ? null : (
        <TextField
          label={
            <>
              Type <code className="font-mono">{typed}</code> to confirm
            </>
          }
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
