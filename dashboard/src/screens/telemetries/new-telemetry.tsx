import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useCreateTelemetry } from '../../api/telemetry.ts'
import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { ShownKey } from './shown-key.tsx'

const MAX_NAME_LENGTH = 100

/** Makes a telemetry endpoint, shows its key, the only time that anybody sees it, and goes there. */
export function NewTelemetry({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateTelemetry()
  const navigate = useNavigate()
  const close = () => {
    create.reset()
    onClose()
  }
  if (create.data) {
    const { id, telemetry_url, read_key } = create.data
    const goOn = () => {
      close()
      navigate({ to: '/telemetry/$telemetryId', params: { telemetryId: id } })
    }
    return (
      <ShownKey
        open={open}
        onClose={goOn}
        title="The endpoint is ready: copy its read key"
        name="Read key"
        readKey={read_key}
        telemetryUrl={telemetry_url}
      />
    )
  }
  return <Ask open={open} onClose={close} create={create} />
}

function Ask(props: { open: boolean; onClose: () => void; create: ReturnType<typeof useCreateTelemetry> }) {
  const { open, onClose, create } = props
  const [name, setName] = useState('')
  const close = () => {
    setName('')
    onClose()
  }
  const submit = () => {
    const given = name.trim()
    create.mutate(given === '' ? {} : { name: given })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="New telemetry endpoint"
      description="Whoever knows its address may send events to it; they are read with its key, and here."
      form={submit}
      deeds={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" weight="main" busy={create.isPending}>
            Create
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        hint="For you alone, such as “Shop, acme.org”. It can be changed later."
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={errorText(create.error)}
      />
    </Dialog>
  )
}
