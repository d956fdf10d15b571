import type { UseMutationResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/client/api-error.ts'
import { NameDialog } from '../owned/name-dialog.tsx'
import { ShownKey } from './shown-key.tsx'

/** Text of the dialog that shows the first key. */
type FirstKey = {
  title: string
  description: string
  others: string
  label: string
  value: string
  tryOut: string
}

/**
 * Creates an endpoint with keys of its own and shows the first key once.
 *
 * @param props.nameDialog text of the dialog that asks for a name
 * @param props.firstKey returns the first key
 * @param props.onCreated called when the dialog with the key is closed
 */
export function NewKeyed<Created extends { id: string }>(props: {
  open: boolean
  onClose: () => void
  create: UseMutationResult<Created, ApiError, { name?: string }>
  nameDialog: { title: string; description: string; example: string }
  firstKey: (created: Created) => FirstKey
  onCreated: (created: Created) => void
}) {
  const { open, onClose, create, nameDialog: asks, firstKey, onCreated: onMade } = props
  const created = create.data
  if (!created) return <NameDialog open={open} onClose={onClose} create={create} {...asks} />
  const finish = () => {
    create.reset()
    onClose()
    onMade(created)
  }
  return <ShownKey open={open} onClose={finish} {...firstKey(created)} />
}
