import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import { MAX_KEY_NAME_LENGTH } from '../../api/endpoints/endpoint-keys.ts'
import { Select } from '../../controls/fields/select.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { errorText } from '../error-words.ts'
import { ShownKey } from './shown-key.tsx'

/** A choice of scopes. */
type Reach<Scope extends string> = { label: string; scopes: readonly Scope[] }

/** Choices of scopes; the first one is the default. */
export type Reaches<Scope extends string> = readonly [Reach<Scope>, ...Reach<Scope>[]]

type KeyInput<Scope> = { name: string; scopes: Scope[]; expires_at: string | null }

const LIFETIMES = [
  { label: 'No expiry', days: null },
  { label: '7 days', days: 7 },
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
] as const
const DAY_MS = 86_400_000
type CreatedKey = { name: string; key: string }

/**
 * Creates a key and shows it once.
 *
 * @param props.tryOut command that shows that the key works
 */
export function NewKey<Scope extends string, Key extends CreatedKey>(props: {
  open: boolean
  onClose: () => void
  create: UseMutationResult<Key, ApiError, KeyInput<Scope>>
  reaches: Reaches<Scope>
  placeholder: string
  note: string
  tryOut: (key: string) => string
}) {
  const { open, onClose, create, reaches, placeholder, note, tryOut } = props
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState(reaches[0].label)
  const [lifetime, setLifetime] = useState<string>(LIFETIMES[0].label)
  const days = LIFETIMES.find(({ label }) => label === lifetime)?.days ?? null
  const reach = reaches.find(({ label }) => label === chosen) ?? reaches[0]
  const close = () => {
    create.reset()
    setName('')
    setChosen(reaches[0].label)
    setLifetime(LIFETIMES[0].label)
    onClose()
  }
  if (create.data) {
    const { name: label, key } = create.data
    return (
      <ShownKey
        open={open}
        onClose={close}
        title="Copy your key"
        label={label}
        value={key}
        tryOut={tryOut(key)}
      />
    )
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="New key"
      description="Name it after the program that will use it."
      form={{
        submit: () =>
          create.mutate({
            name: name.trim(),
            scopes: [...reach.scopes],
            expires_at: days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
          }),
        label: 'Create key',
        busy: create.isPending,
        disabled: name.trim() === '',
      }}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={MAX_KEY_NAME_LENGTH}
        placeholder={placeholder}
        autoComplete="off"
        error={errorText(create.error)}
      />
      {reaches.length === 1 ? null : (
        <Select
          label="Access"
          showLabel
          value={reach.label}
          choices={reaches.map(({ label }) => ({ value: label, label }))}
          onChange={setChosen}
        />
      )}
      <Select
        label="Expires after"
        showLabel
        value={lifetime}
        choices={LIFETIMES.map(({ label }) => ({ value: label, label }))}
        onChange={setLifetime}
      />
      <p className="text-sm text-muted">{note}</p>
    </Dialog>
  )
}
