import { useState } from 'react'
import { useAddAnnotation } from '../../../api/telemetry/annotations.ts'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { t } from '../../../language/texts.ts'
import { errorText } from '../../../shell/error-words.ts'

const MAX_LENGTH = 100
const MINUTE_MS = 60_000

/**
 * Adds an annotation at a time that the reader chooses.
 *
 * @param props.at time to begin with; null for now
 */
export function AnnotationDialog(props: {
  telemetryId: string
  at: Date | null
  open: boolean
  onClose: () => void
}) {
  const { telemetryId, at, open, onClose } = props
  const [text, setText] = useState('')
  const [time, setTime] = useState(() => toField(at ?? new Date()))
  const add = useAddAnnotation(telemetryId)
  const chosen = new Date(time)
  const isTime = !Number.isNaN(chosen.getTime())
  const submit = () => {
    // Without a change of the time, the service says which time is now: the clock of a browser may be wrong.
    const isNow = at === null && time === toField(new Date())
    const body = { text, ...(isNow || !isTime ? {} : { at: chosen.toISOString() }) }
    add.mutate(body, { onSuccess: onClose })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('telemetry.annotations.add')}
      description={t('telemetry.annotations.addHint')}
      form={{
        submit,
        label: t('shell.words.add'),
        busy: add.isPending,
        disabled: text.trim() === '' || !isTime,
      }}
    >
      <TextField
        label={t('telemetry.annotations.text')}
        placeholder={t('telemetry.annotations.example')}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoComplete="off"
        error={errorText(add.error)}
      />
      <TextField
        type="datetime-local"
        label={t('telemetry.annotations.time')}
        hint={t('telemetry.annotations.zone')}
        required
        value={time}
        onChange={({ target }) => setTime(target.value)}
      />
    </Dialog>
  )
}

/** Writes a time for a field of the browser, in its time zone. */
function toField(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS)
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
}
