import type { UseMutationResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { ApiError } from '../api/client/api-error.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmDialog } from '../controls/overlays/confirm-dialog.tsx'
import { useToast } from '../controls/overlays/toast.tsx'
import { errorText } from './error-words.ts'

type Confirmation<Answer, Given> = {
  title: string
  children: ReactNode
  action: string
  /** Text that must be typed first. */
  typed?: string
  /** A choice below the text, such as a checkbox. */
  option?: ReactNode
  mutation: UseMutationResult<Answer, ApiError, Given>
  given: Given
  /** Returns the title of a toast that says what was done. */
  done?: (answer: Answer) => string
  onDone?: (answer: Answer) => void
}

/** Confirms and runs an action; stays open with the error if it is refused. */
export function ConfirmedAction<Answer, Given>(
  props: Confirmation<Answer, Given> & { open: boolean; onClose: () => void },
) {
  const { onClose, mutation, given, done, onDone, children, ...dialog } = props
  const { showToast } = useToast()
  const close = () => {
    mutation.reset()
    onClose()
  }
  // NOTE: callbacks of `mutate` are not called after unmount, and the response often removes the button that asked.
  async function confirm() {
    try {
      const answer = await mutation.mutateAsync(given)
      if (done) showToast({ title: done(answer) })
      onDone?.(answer)
      close()
    } catch (error) {
      // The dialog shows it.
      if (!(error instanceof ApiError)) throw error
    }
  }
  return (
    <ConfirmDialog
      {...dialog}
      onClose={close}
      busy={mutation.isPending}
      error={errorText(mutation.error)}
      onConfirm={confirm}
    >
      {children}
    </ConfirmDialog>
  )
}

/** A button that asks before it runs its action. `button: null` hides it, and its dialog and its toast stay. */
export function ConfirmedButton<Answer, Given>({
  button,
  ...confirmation
}: Confirmation<Answer, Given> & { button: ComponentProps<typeof Button> | null }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {button ? <Button {...button} onClick={() => setOpen(true)} /> : null}
      <ConfirmedAction {...confirmation} open={open} onClose={() => setOpen(false)} />
    </>
  )
}
