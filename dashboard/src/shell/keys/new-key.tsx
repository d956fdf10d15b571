import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, errorText } from '../../api/client/api-error.ts'
import { Button } from '../../controls/button.tsx'
import { Select } from '../../controls/fields/select.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { MAX_KEY_NAME_LENGTH } from '../name-length.ts'
import { ShownKey } from './shown-key.tsx'

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
  const made = make.data
  if (made) {
    const { name, key } = made
    return (
      <ShownKey
        open={open}
        onClose={close}
        title="Copy the key now"
        label={name}
        value={key}
        tryOut={tryOut(key)}
      />
    )
  }
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
        maxLength={MAX_KEY_NAME_LENGTH}
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
