import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { useCreateQueue } from '../../api/queues.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyField } from '../../controls/copy.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { tryKeyCommand } from '../../snippets/queue/curl.ts'

const MAX_NAME_LENGTH = 100

/** Makes a queue, shows its key, the only time that anybody sees it, and goes there. */
export function NewQueue({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateQueue()
  const navigate = useNavigate()
  const close = () => {
    create.reset()
    onClose()
  }
  if (!create.data) return <Ask open={open} onClose={close} create={create} />
  const { id, queue_url: queueUrl, api_key: apiKey } = create.data
  const goOn = () => {
    close()
    navigate({ to: '/queues/$queueId', params: { queueId: id } })
  }
  return (
    <Dialog
      open={open}
      onClose={goOn}
      width="wide"
      title="The queue is ready: copy its key"
      description="Programs publish and consume with it. It is shown this once and kept nowhere: what is stored cannot be turned back into it. You can make others, which may only publish or only consume."
      deeds={
        <Button weight="main" onClick={goOn}>
          I have copied it
        </Button>
      }
    >
      <CopyField label="Key" value={apiKey} />
      <CodeBlock caption="Try it" code={tryKeyCommand({ queueUrl, apiKey })} />
    </Dialog>
  )
}

function Ask(props: { open: boolean; onClose: () => void; create: ReturnType<typeof useCreateQueue> }) {
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
      title="New queue"
      description="Whoever has its key may put messages in and take them out; you see and replay them here."
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
        hint="For you alone, such as “Orders, acme.org”. It can be changed later."
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={errorText(create.error)}
      />
    </Dialog>
  )
}
