import type { ReactNode } from 'react'
import { type Owned, type OwnedKind, useUnconfirmedAction } from '../../api/endpoints/owned.ts'
import { Button } from '../../controls/button.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { useAction } from '../action.ts'
import { ConfirmedButton } from '../confirmed-action.tsx'
import { KINDS } from './kinds.ts'

/** Limits until the owner keeps one. */
const LIMITS = {
  endpoints: 'you get a limited number of emails from it, and links in them are disabled.',
  telemetry: 'it accepts a limited number of events, which don’t count against your plan.',
  queues: 'it accepts a limited number of messages, which don’t count against your plan.',
} as const satisfies Record<OwnedKind, string>

/** Endpoints of a list that were claimed by their link alone, above all others. */
export function UnconfirmedList<Item extends Owned>(props: {
  kind: OwnedKind
  items: readonly Item[]
  row: (item: Item) => ReactNode
}) {
  const { kind, items, row } = props
  if (items.length === 0) return null
  return (
    <div className="mb-6">
      <Section
        title="Claimed by link: keep or decline"
        description={`Someone created these for your email address, and their claim links were opened, perhaps by your mail program. Until you keep one, ${LIMITS[kind]}`}
      >
        <div className="flex flex-col gap-4">
          {items.map((item) => (
            <div key={item.id} className="rounded-md border">
              <ul>{row(item)}</ul>
              <div className="border-t px-4 py-3">
                <KeepOrDecline kind={kind} owned={item} />
              </div>
            </div>
          ))}
        </div>
      </Section>
    </div>
  )
}

/** Notice on the screen of an endpoint that was claimed by its link alone. */
export function UnconfirmedNotice({ kind, owned }: { kind: OwnedKind; owned: Owned }) {
  return (
    <div className="mb-6">
      <Section
        title="Claimed by link: keep or decline"
        description={`Someone created this ${KINDS[kind].one} for your email address, and its claim link was opened, perhaps by your mail program. Until you keep it, ${LIMITS[kind]} Changing it keeps it too.`}
      >
        <KeepOrDecline kind={kind} owned={owned} />
      </Section>
    </div>
  )
}

/** Buttons that keep or decline an endpoint that was claimed by its link alone. */
function KeepOrDecline({ kind, owned }: { kind: OwnedKind; owned: Pick<Owned, 'id' | 'name'> }) {
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
