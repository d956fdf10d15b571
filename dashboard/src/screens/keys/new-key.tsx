import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { type NewApiKey, type Scope, useMakeApiKey } from '../../api/api-keys.ts'
import { useMe } from '../../api/me.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { CopyField } from '../../controls/copy.tsx'
import { Dialog } from '../../controls/dialog.tsx'
import { Select } from '../../controls/select.tsx'
import { TextField } from '../../controls/text-field.tsx'

const MAX_NAME_LENGTH = 100
const REACHES = [
  { value: 'read', label: 'Read only' },
  { value: 'write', label: 'Read and change' },
] as const

type Reach = (typeof REACHES)[number]['value']

/** Makes a key, then shows it: the only time that anybody sees it. */
export function NewKey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const make = useMakeApiKey()
  const close = () => {
    make.reset()
    onClose()
  }
  if (make.data) return <Shown open={open} onClose={close} made={make.data} />
  return (
    <Ask
      open={open}
      onClose={close}
      busy={make.isPending}
      error={errorText(make.error)}
      onMake={(name, scopes) => make.mutate({ name, scopes })}
    />
  )
}

function Ask(props: {
  open: boolean
  onClose: () => void
  busy: boolean
  error: string | null
  onMake: (name: string, scopes: Scope[]) => void
}) {
  const { open, onClose, busy, error, onMake } = props
  const [name, setName] = useState('')
  const [reach, setReach] = useState<Reach>('read')
  const close = () => {
    setName('')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="New key"
      description="Name it for the program that will use it, so that you know which one to revoke."
      form={() => onMake(name.trim(), reach === 'write' ? ['read', 'write'] : ['read'])}
      deeds={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" weight="main" busy={busy} disabled={name.trim() === ''}>
            Make the key
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={MAX_NAME_LENGTH}
        placeholder="Backup script"
        autoComplete="off"
        error={error}
      />
      <Select label="It may" showLabel value={reach} choices={REACHES} onChange={setReach} />
      <p className="text-sm text-muted">
        No key can make keys, sign anybody in, or delete the account: that takes you.
      </p>
    </Dialog>
  )
}

function Shown({ open, onClose, made }: { open: boolean; onClose: () => void; made: NewApiKey }) {
  const me = useMe()
  const base = me.data?.base_url ?? window.location.origin
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="wide"
      title="Copy the key now"
      description="It is shown this once and kept nowhere: what is stored cannot be turned back into it."
      deeds={
        <Button weight="main" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <CopyField label={made.name} value={made.key} />
      <CodeBlock
        caption="Try it"
        code={`curl -H 'Authorization: Bearer ${made.key}' ${base}/api/v1/submissions`}
      />
    </Dialog>
  )
}
