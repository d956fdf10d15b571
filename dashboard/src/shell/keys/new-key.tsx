import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import { MAX_KEY_NAME_LENGTH } from '../../api/endpoints/endpoint-keys.ts'
import { Select } from '../../controls/fields/select.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { type PlainKey, t } from '../../language/texts.ts'
import { errorText } from '../error-words.ts'
import { ShownKey } from './shown-key.tsx'

/** A choice of scopes, by the name of its text. */
type Reach<Scope extends string> = { label: PlainKey; scopes: readonly Scope[] }

/** Choices of scopes; the first one is the default. */
export type Reaches<Scope extends string> = readonly [Reach<Scope>, ...Reach<Scope>[]]

type KeyInput<Scope> = { name: string; scopes: Scope[]; expires_at: string | null }

const LIFETIMES = ['none', '7', '30', '90', '365'] as const
type Lifetime = (typeof LIFETIMES)[number]
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
  const [lifetime, setLifetime] = useState<Lifetime>('none')
  const reach = reaches.find(({ label }) => label === chosen) ?? reaches[0]
  const close = () => {
    create.reset()
    setName('')
    setChosen(reaches[0].label)
    setLifetime('none')
    onClose()
  }
  if (create.data) {
    const { name: label, key } = create.data
    return (
      <ShownKey
        open={open}
        onClose={close}
        title={t('owned.keys.copyTitle')}
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
      title={t('owned.keys.new')}
      description={t('owned.keys.createText')}
      form={{
        submit: () =>
          create.mutate({
            name: name.trim(),
            scopes: [...reach.scopes],
            expires_at: toExpiry(lifetime),
          }),
        label: t('owned.keys.create'),
        busy: create.isPending,
        disabled: name.trim() === '',
      }}
    >
      <TextField
        label={t('shell.words.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={MAX_KEY_NAME_LENGTH}
        placeholder={placeholder}
        autoComplete="off"
        error={errorText(create.error)}
      />
      {reaches.length === 1 ? null : (
        <Select
          label={t('owned.keys.access')}
          showLabel
          value={reach.label}
          choices={reaches.map(({ label }) => ({ value: label, label: t(label) }))}
          onChange={setChosen}
        />
      )}
      <Select
        label={t('owned.keys.expiresAfter')}
        showLabel
        value={lifetime}
        choices={LIFETIMES.map((value) => ({ value, label: describeLifetime(value) }))}
        onChange={setLifetime}
      />
      <p className="text-sm text-muted">{note}</p>
    </Dialog>
  )
}

function toExpiry(lifetime: Lifetime): string | null {
  return lifetime === 'none' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString()
}

function describeLifetime(lifetime: Lifetime): string {
  switch (lifetime) {
    case 'none':
      return t('owned.keys.lifetimes.none')
    case '365':
      return t('owned.keys.lifetimes.year')
    default:
      return t('owned.keys.lifetimes.days', { days: Number(lifetime) })
  }
}
