import { useState } from 'react'
import { type Owned, type OwnedKind, useUnconfirmedAction } from '../../api/endpoints/owned.ts'
import { Button } from '../../controls/button.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { useErrorToast } from '../error-toast.ts'
import { KIND_WORDS } from './kind-words.ts'

/** Buttons that keep or decline an endpoint that was claimed by its link alone. */
export function KeepOrDecline({ kind, owned }: { kind: OwnedKind; owned: Pick<Owned, 'id' | 'name'> }) {
  const [declining, setDeclining] = useState(false)
  const showError = useErrorToast()
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
  // Callbacks of `mutate` are not called once the buttons are gone.
  const restore = () =>
    void undo
      .mutateAsync(undefined)
      .catch((error) => showError(error, { title: 'Not restored', retry: restore }))
  const decline = useUnconfirmedAction({
    kind,
    id,
    action: 'decline',
    onDone: () =>
      showToast({
        title: 'Declined',
        undo: restore,
      }),
  })
  const accept = () =>
    keep.mutate(undefined, {
      onError: (error) => showError(error, { title: 'Not kept', retry: accept }),
    })
  const name = owned.name ?? owned.id
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        icon="check"
        busy={keep.isPending}
        aria-label={`Keep it: ${name}`}
        onClick={accept}
      >
        Keep it
      </Button>
      <Button
        size="small"
        weight="danger-plain"
        aria-label={`Decline: ${name}`}
        onClick={() => setDeclining(true)}
      >
        Decline
      </Button>
      <ConfirmedAction
        open={declining}
        onClose={() => setDeclining(false)}
        title={`Decline this ${KIND_WORDS[kind]}?`}
        action="Decline"
        mutation={decline}
        given={undefined}
        onDone={() => setDeclining(false)}
      >
        {name} stops at once, and its data is deleted after 24 hours. Until then you can undo this with the
        link “This wasn’t me” in its emails. Nobody can create anything for your email address without signing
        in as you. Everything else of yours keeps working.
      </ConfirmedAction>
    </div>
  )
}
