import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/client/api-error.ts'
import { ConfirmDialog } from '../controls/overlays/confirm-dialog.tsx'
import { errorText } from './error-words.ts'

/** Confirms and runs an action; stays open with the error if it is refused. */
export function ConfirmedAction<Answer, Given>(props: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  action: string
  /** Text that must be typed first. */
  typed?: string
  /** A choice below the text, such as a checkbox. */
  option?: ReactNode
  mutation: UseMutationResult<Answer, ApiError, Given>
  given: Given
  onDone: (answer: Answer) => void
}) {
  const { open, onClose, title, children, action, typed, option, mutation, given, onDone } = props
  const close = () => {
    mutation.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={title}
      action={action}
      {...(typed === undefined ? {} : { typed })}
      option={option}
      busy={mutation.isPending}
      error={errorText(mutation.error)}
      onConfirm={() =>
        mutation.mutate(given, {
          onSuccess(answer) {
            onDone(answer)
            close()
          },
        })
      }
    >
      {children}
    </ConfirmDialog>
  )
}
