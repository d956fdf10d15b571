import { useState } from 'react'
import { WEB_KINDS } from '../../../../src/domain/destinations/web-kinds.ts'
import {
  type Subject,
  useChangeDestination,
  useRemoveDestination,
  useTestDestination,
  type WebDestination,
} from '../../api/destinations/destinations.ts'
import { Button } from '../../controls/button.tsx'
import { IconButton } from '../../controls/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../controls/overlays/menu.tsx'
import { useAction } from '../../shell/action.ts'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { ChangeDestination } from './change-destination.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { getName } from './destination-words.ts'
import { RotateSecret } from './signing-secret.tsx'
import { TestDialog } from './test-dialog.tsx'

/** Test button and menu of a destination that is not an email address. */
export function WebActions(props: { subject: Subject; destination: WebDestination; isRetired: boolean }) {
  const { subject, destination, isRetired } = props
  const { id, kind, to, state } = destination
  const [open, setOpen] = useState<'test' | 'deliveries' | 'change' | 'rotate' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const isQueue = subject.kind === 'queues'
  const test = useTestDestination(subject)
  const remove = useRemoveDestination(subject)
  const name = `${getName(kind)} ${to}`
  const set = useAction(useChangeDestination(subject, id), {
    failed: 'Not saved',
    done: ({ disabled_at }) => ({
      title: `${getName(kind)} ${disabled_at === null ? 'enabled' : 'disabled'}`,
    }),
  })
  const shared = { subject, destination, onClose: close }
  return (
    <div className="flex items-center gap-1">
      {isRetired ? null : (
        <Button
          size="small"
          aria-label={`Send a test to ${name}`}
          onClick={() => {
            test.mutate(id)
            setOpen('test')
          }}
        >
          Send a test
        </Button>
      )}
      <Menu trigger={<IconButton icon="more" label={`More for ${name}`} />}>
        {isQueue ? null : (
          <MenuItem icon="list" onSelect={() => setOpen('deliveries')}>
            Deliveries
          </MenuItem>
        )}
        {isRetired ? null : (
          <>
            <MenuItem icon="settings" onSelect={() => setOpen('change')}>
              {isQueue ? 'Address' : 'Address and events'}
            </MenuItem>
            {WEB_KINDS[kind].isSigned ? (
              <MenuItem icon="key" onSelect={() => setOpen('rotate')}>
                Replace the signing secret
              </MenuItem>
            ) : null}
            {state === 'disabled' ? (
              <MenuItem icon="play" onSelect={() => set({ active: true })}>
                Enable
              </MenuItem>
            ) : (
              <MenuItem icon="pause" onSelect={() => set({ active: false })}>
                Disable
              </MenuItem>
            )}
          </>
        )}
        <MenuLine />
        <MenuItem icon="trash" onSelect={() => setOpen('remove')}>
          Remove
        </MenuItem>
      </Menu>
      {open === 'test' ? <TestDialog test={test} {...shared} /> : null}
      {open === 'deliveries' ? <DeliveriesDialog {...shared} /> : null}
      {open === 'change' ? (
        <ChangeDestination
          {...shared}
          onMoved={() => {
            // An earlier test says nothing about the new address.
            test.reset()
            setOpen('test')
          }}
        />
      ) : null}
      {open === 'rotate' ? <RotateSecret {...shared} /> : null}
      <ConfirmedAction
        open={open === 'remove'}
        onClose={close}
        title="Remove this destination?"
        action="Remove"
        mutation={remove}
        given={id}
        done={() => `${getName(kind)} removed`}
      >
        {isQueue
          ? `${to} gets nothing more. The messages stay in the queue, and can be pulled.`
          : `${to} gets nothing more, also not what is waiting for it.`}
        {WEB_KINDS[kind].isSigned ? ' Its signing secret is deleted.' : null}
      </ConfirmedAction>
    </div>
  )
}
