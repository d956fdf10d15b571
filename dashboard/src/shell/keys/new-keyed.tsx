import type { UseMutationResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/client/api-error.ts'
import { NameDialog } from '../owned/name-dialog.tsx'
import { ShownKey } from './shown-key.tsx'

/** Text of the dialog that shows the first key. */
type FirstKey = { title: string; says: string; others: string; label: string; value: string; tryOut: string }

/**
 * Creates an endpoint with keys of its own and shows the first key once.
 *
 * @param props.asks text of the dialog that asks for a name
 * @param props.firstKey returns the first key
 * @param props.onMade called when the dialog with the key is closed
 */
export function NewKeyed<Made extends { id: string }>(props: {
  open: boolean
  onClose: () => void
  create: UseMutationResult<Made, ApiError, { name?: string }>
  asks: { title: string; description: string; example: string }
  firstKey: (made: Made) => FirstKey
  onMade: (made: Made) => void
}) {
  const { open, onClose, create, asks, firstKey, onMade } = props
  const made = create.data
  if (!made) return <NameDialog open={open} onClose={onClose} create={create} {...asks} />
  const goOn = () => {
    create.reset()
    onClose()
    onMade(made)
  }
  return <ShownKey open={open} onClose={goOn} {...firstKey(made)} />
}
