import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useCreateEndpoint } from '../../api/endpoints.ts'
import { useMe } from '../../api/me.ts'
import { Button } from '../../controls/button.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { useToast } from '../../controls/toast.tsx'

const MAX_NAME_LENGTH = 100

/** Makes an endpoint and goes to it. */
export function NewEndpoint({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [name, setName] = useState('')
  const me = useMe()
  const create = useCreateEndpoint()
  const navigate = useNavigate()
  const { say } = useToast()
  const close = () => {
    setName('')
    create.reset()
    onClose()
  }
  const submit = () => {
    const given = name.trim()
    create.mutate(given === '' ? {} : { name: given }, {
      onSuccess({ id }) {
        close()
        say({ title: 'The endpoint is ready' })
        navigate({ to: '/endpoints/$endpointId', params: { endpointId: id } })
      },
    })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="New endpoint"
      description={
        <>
          Its submissions are kept here and mailed to <strong className="text-ink">{me.data?.mailbox}</strong>
          .
        </>
      }
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
        hint="For you alone, such as “Contact, acme.org”. It can be changed later."
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={errorText(create.error)}
      />
    </Dialog>
  )
}
