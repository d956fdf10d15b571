import { type Owned, type OwnedKind, useUnconfirmedAction } from '../../api/endpoints/owned.ts'
import { Button } from '../../controls/button.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { useAction } from '../action.ts'
import { ConfirmedButton } from '../confirmed-action.tsx'
import { KINDS } from './kinds.ts'

/** Buttons that keep or decline an endpoint that was claimed by its link alone. */
export function KeepOrDecline({ kind, owned }: { kind: OwnedKind; owned: Pick<Owned, 'id' | 'name'> }) {
  const { showToast } = useToast()
  const { id } = owned
  const keep = useUnconfirmedAction({
    kind,
    id,
    action: 'confirm',
    onDone: () => showToast({ title: 'Kept. Any waiting emails are on their way.' }),
  })
  const undo = useUnconfirmedAction({
    kind,
    id,
    action: 'undo-decline',
    onDone: () => showToast({ title: 'Restored' }),
  })
  const accept = useAction(keep, { failed: 'Not kept' })
  const restore = useAction(undo, { failed: 'Not restored' })
  const decline = useUnconfirmedAction({
    kind,
    id,
    action: 'decline',
    onDone: () => showToast({ title: 'Declined', undo: restore }),
  })
  const name = owned.name ?? owned.id
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        icon="check"
        busy={keep.isPending}
        aria-label={`Keep it: ${name}`}
        onClick={() => accept()}
      >
        Keep it
      </Button>
      <ConfirmedButton
        button={{
          size: 'small',
          weight: 'danger-plain',
          'aria-label': `Decline: ${name}`,
          children: 'Decline',
        }}
        title={`Decline this ${KINDS[kind].one}?`}
        action="Decline"
        mutation={decline}
        given={undefined}
      >
        {name} stops at once, and its data is deleted after 24 hours. Until then you can undo this with the
        link “This wasn’t me” in its emails. Nobody can create anything for your email address without signing
        in as you. Everything else of yours keeps working.
      </ConfirmedButton>
    </div>
  )
}
