import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ApiError, errorText } from '../api/client/api-error.ts'
import { ConfirmDialog } from '../controls/overlays/confirm-dialog.tsx'

/** Asks, does it, and stays open with what the service said where that was no. */
export function ConfirmedDeed<Answer, Given>(props: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  deed: string
  /** A word that must be typed first. */
  typed?: string
  mutation: UseMutationResult<Answer, ApiError, Given>
  given: Given
  onDone: (answer: Answer) => void
}) {
  const { open, onClose, title, children, deed, typed, mutation, given, onDone } = props
  const close = () => {
    mutation.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={title}
      deed={deed}
      {...(typed === undefined ? {} : { typed })}
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
