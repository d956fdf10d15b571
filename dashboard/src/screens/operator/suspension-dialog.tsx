import { useState } from 'react'
import { useChangeSuspension } from '../../api/accounts/operator.ts'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { errorText } from '../../shell/error-words.ts'

const MAX_REASON_LENGTH = 300

/** Id of an endpoint or address of an owner, and what becomes of it. */
export type SuspensionOf = { subject: string; suspended: boolean }

/** Suspends an endpoint or an owner with a reason, or lifts that. */
export function SuspensionDialog({ change, onClose }: { change: SuspensionOf | null; onClose: () => void }) {
  const mutation = useChangeSuspension()
  const { showToast } = useToast()
  const [reason, setReason] = useState('')
  const suspends = change?.suspended === true
  const close = () => {
    mutation.reset()
    setReason('')
    onClose()
  }
  function submit() {
    if (change === null) return
    mutation.mutate(
      { ...change, reason: suspends && reason.trim() !== '' ? reason.trim() : null },
      {
        onSuccess() {
          showToast({ title: suspends ? 'Suspended' : 'Suspension lifted' })
          close()
        },
      },
    )
  }
  return (
    <Dialog
      open={change !== null}
      onClose={close}
      title={suspends ? `Suspend ${change.subject}?` : `Lift the suspension of ${change?.subject ?? ''}?`}
      description={
        suspends
          ? 'Nothing more is accepted, and nothing is deleted. The owner can read and export, and sees your reason; visitors do not.'
          : 'It can accept submissions, events or messages again immediately.'
      }
      form={{
        submit,
        label: suspends ? 'Suspend' : 'Lift suspension',
        weight: suspends ? 'danger' : 'main',
        busy: mutation.isPending,
      }}
    >
      {suspends ? (
        <TextField
          label="Reason (optional)"
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
          error={errorText(mutation.error)}
        />
      ) : mutation.error ? (
        <p role="alert" className="text-sm text-danger">
          {errorText(mutation.error)}
        </p>
      ) : null}
    </Dialog>
  )
}
