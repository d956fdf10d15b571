import { useState } from 'react'
import { useChangeSuspension } from '../../api/accounts/operator.ts'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { t } from '../../language/texts.ts'
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
          showToast({ title: suspends ? t('operator.suspended') : t('operator.suspension.lifted') })
          close()
        },
      },
    )
  }
  return (
    <Dialog
      open={change !== null}
      onClose={close}
      title={
        suspends
          ? t('operator.suspension.suspendTitle', { subject: change.subject })
          : t('operator.suspension.liftTitle', { subject: change?.subject ?? '' })
      }
      description={suspends ? t('operator.suspension.suspendText') : t('operator.suspension.liftText')}
      form={{
        submit,
        label: suspends ? t('operator.suspension.suspend') : t('operator.suspension.lift'),
        weight: suspends ? 'danger' : 'main',
        busy: mutation.isPending,
      }}
    >
      {suspends ? (
        <TextField
          label={t('operator.suspension.reason')}
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
