import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, errorText } from '../api/api-error.ts'
import { Button } from '../controls/button.tsx'
import { CodeBlock } from '../controls/code-block.tsx'
import { CopyField } from '../controls/copy.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Select } from '../controls/select.tsx'
import { TextField } from '../controls/text-field.tsx'

const MAX_NAME_LENGTH = 100

/** How much a key may do, as it is chosen. */
export type Reach<Scope extends string> = { label: string; scopes: readonly Scope[] }

type Asked<Scope> = { name: string; scopes: Scope[] }
type Made = { name: string; key: string }

/**
 * Makes a key, then shows it: the only time that anybody sees it.
 *
 * @param props.reaches what a key may do; the first is what it may unless another is chosen
 * @param props.tryOut a command that shows that the key works
 */
export function NewKey<Scope extends string, Key extends Made>(props: {
  open: boolean
  onClose: () => void
  make: UseMutationResult<Key, ApiError, Asked<Scope>>
  reaches: readonly [Reach<Scope>, ...Reach<Scope>[]]
  placeholder: string
  note: string
  tryOut: (key: string) => string
}) {
  const { open, onClose, make, tryOut } = props
  const close = () => {
    make.reset()
    onClose()
  }
  if (make.data) return <Shown open={open} onClose={close} made={make.data} tryOut={tryOut} />
  return (
    <Ask
      {...props}
      onClose={close}
      busy={make.isPending}
      error={errorText(make.error)}
      onMake={(asked) => make.mutate(asked)}
    />
  )
}

function Ask<Scope extends string>(props: {
  open: boolean
  onClose: () => void
  reaches: readonly [Reach<Scope>, ...Reach<Scope>[]]
  placeholder: string
  note: string
  busy: boolean
  error: string | null
  onMake: (asked: Asked<Scope>) => void
}) {
  const { open, onClose, reaches, placeholder, note, busy, error, onMake } = props
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState(reaches[0].label)
  const reach = reaches.find(({ label }) => label === chosen) ?? reaches[0]
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
      form={() => onMake({ name: name.trim(), scopes: [...reach.scopes] })}
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
        placeholder={placeholder}
        autoComplete="off"
        error={error}
      />
      {reaches.length === 1 ? null : (
        <Select
          label="It may"
          showLabel
          value={reach.label}
          choices={reaches.map(({ label }) => ({ value: label, label }))}
          onChange={setChosen}
        />
      )}
      <p className="text-sm text-muted">{note}</p>
    </Dialog>
  )
}

function Shown(props: { open: boolean; onClose: () => void; made: Made; tryOut: (key: string) => string }) {
  const { open, onClose, made, tryOut } = props
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
      <CodeBlock caption="Try it" code={tryOut(made.key)} />
    </Dialog>
  )
}
