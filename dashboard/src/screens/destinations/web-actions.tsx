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
import { t } from '../../language/texts.ts'
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
    failed: t('shell.words.notSaved'),
    done: ({ disabled_at }) => ({
      title: t(disabled_at === null ? 'destinations.menu.enabled' : 'destinations.menu.disabled', {
        kind: getName(kind),
      }),
    }),
  })
  const shared = { subject, destination, onClose: close }
  return (
    <div className="flex items-center gap-1">
      {isRetired ? null : (
        <Button
          size="small"
          aria-label={t('destinations.test.sendTo', { name })}
          onClick={() => {
            test.mutate(id)
            setOpen('test')
          }}
        >
          {t('destinations.test.send')}
        </Button>
      )}
      <Menu trigger={<IconButton icon="more" label={t('destinations.menu.more', { name })} />}>
        {isQueue ? null : (
          <MenuItem icon="list" onSelect={() => setOpen('deliveries')}>
            {t('destinations.deliveries.list')}
          </MenuItem>
        )}
        {isRetired ? null : (
          <>
            <MenuItem icon="settings" onSelect={() => setOpen('change')}>
              {t(isQueue ? 'destinations.menu.address' : 'destinations.menu.addressAndEvents')}
            </MenuItem>
            {WEB_KINDS[kind].isSigned ? (
              <MenuItem icon="key" onSelect={() => setOpen('rotate')}>
                {t('destinations.secret.replaceNamed')}
              </MenuItem>
            ) : null}
            {state === 'disabled' ? (
              <MenuItem icon="play" onSelect={() => set({ active: true })}>
                {t('shell.words.enable')}
              </MenuItem>
            ) : (
              <MenuItem icon="pause" onSelect={() => set({ active: false })}>
                {t('shell.words.disable')}
              </MenuItem>
            )}
          </>
        )}
        <MenuLine />
        <MenuItem icon="trash" onSelect={() => setOpen('remove')}>
          {t('shell.words.remove')}
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
        title={t('destinations.remove.title')}
        action={t('shell.words.remove')}
        mutation={remove}
        given={id}
        done={() => t('destinations.removed', { name: getName(kind) })}
      >
        {t(describeRemoval(isQueue, kind), { address: to })}
      </ConfirmedAction>
    </div>
  )
}

/** A queue has a webhook alone, which is signed. */
function describeRemoval(isQueue: boolean, kind: WebDestination['kind']) {
  if (isQueue) return 'destinations.remove.queueText'
  return WEB_KINDS[kind].isSigned ? 'destinations.remove.signedText' : 'destinations.remove.text'
}
