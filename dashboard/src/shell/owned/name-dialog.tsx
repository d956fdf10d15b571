import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import { MAX_NAME_LENGTH, type OwnedKind } from '../../api/endpoints/owned.ts'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { t } from '../../language/texts.ts'
import { errorText } from '../error-words.ts'
import { NEW } from './kind-words.ts'

/**
 * Asks for an optional name and creates an endpoint.
 *
 * @param props.example such as "Orders, acme.org"
 * @param props.onCreated called with the result
 */
export function NameDialog<Created>(props: {
  open: boolean
  onClose: () => void
  kind: OwnedKind
  description: ReactNode
  example: string
  create: UseMutationResult<Created, ApiError, { name?: string }>
  onCreated?: (created: Created) => void
}) {
  const { open, onClose, kind, description, example, create, onCreated: onMade } = props
  const [name, setName] = useState('')
  const close = () => {
    setName('')
    create.reset()
    onClose()
  }
  const submit = () => {
    const given = name.trim()
    create.mutate(given === '' ? {} : { name: given }, {
      onSuccess(created) {
        if (!onMade) return
        close()
        onMade(created)
      },
    })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t(NEW[kind])}
      description={description}
      form={{ submit, label: t('shell.words.create'), busy: create.isPending }}
    >
      <TextField
        label={t('shell.words.name')}
        hint={t('owned.new.hint', { example })}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={errorText(create.error)}
      />
    </Dialog>
  )
}
