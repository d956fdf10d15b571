import type { UseMutationResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/client/api-error.ts'
import { NameDialog } from '../owned/name-dialog.tsx'
import { ShownKey } from './shown-key.tsx'

/** The first key of what was made, as it is shown. */
type FirstKey = { title: string; says: string; others: string; label: string; value: string; tryOut: string }

/**
 * Makes an endpoint that has keys of its own, shows the first, the only time that anybody sees it, and goes on.
 *
 * @param props.asks what the dialog says that asks for its name
 * @param props.firstKey of what was made
 * @param props.onMade the key has been seen
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
