import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { KeyedEndpoint } from '../../api/endpoints/endpoint-keys.ts'
import { type CreatedOf, useCreateOwned } from '../../api/endpoints/owned.ts'
import { linkTo } from '../owned/kinds.ts'
import { NameDialog } from '../owned/name-dialog.tsx'
import { ShownKey } from './shown-key.tsx'

/** Text of the dialog that shows the first key. */
type FirstKey = Omit<ComponentProps<typeof ShownKey>, 'open' | 'onClose'>

/**
 * Creates an endpoint with keys of its own, shows the first key once, and opens the endpoint.
 *
 * @param props.description text of the dialog that asks for a name
 * @param props.firstKey returns the first key
 */
export function NewKeyed<Kind extends KeyedEndpoint['kind']>(props: {
  kind: Kind
  open: boolean
  onClose: () => void
  description: string
  example: string
  firstKey: (created: CreatedOf<Kind>) => FirstKey
}) {
  const { kind, open, onClose, description, example, firstKey } = props
  const create = useCreateOwned(kind)
  const navigate = useNavigate()
  const created = create.data
  if (!created) return <NameDialog {...{ kind, open, onClose, description, example, create }} />
  const finish = () => {
    create.reset()
    onClose()
    navigate(linkTo(kind, created.id))
  }
  return <ShownKey open={open} onClose={finish} {...firstKey(created)} />
}
