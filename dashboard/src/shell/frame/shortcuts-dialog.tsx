import { Switch } from '../../controls/fields/switch.tsx'
import { Kbd } from '../../controls/kbd.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { type Shortcut, useShortcutsSetting } from '../../keyboard/shortcuts.ts'

/** Shortcuts of the current screen, with a switch to turn them off. */
export function ShortcutsDialog(props: {
  open: boolean
  onClose: () => void
  shortcuts: readonly Shortcut[]
}) {
  const { open, onClose, shortcuts } = props
  const [setting, storeSetting] = useShortcutsSetting()
  const groups = Object.entries(Object.groupBy(shortcuts, ({ group }) => group))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      width={groups.length > 1 ? 'wide' : 'narrow'}
    >
      <Switch
        label="Single-key shortcuts"
        hint="Saved on this device. Off while typing."
        checked={setting === 'on'}
        onChange={(on) => storeSetting(on ? 'on' : 'off')}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-x-10 gap-y-6">
        {groups.map(([group, those]) => (
          <section key={group} aria-label={group}>
            <h3 className="border-b pb-1.5 text-sm text-muted">{group}</h3>
            <dl>
              {those?.map(({ keys, does }) => (
                <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
                  <dt className="text-sm">{does}</dt>
                  <dd>
                    <Kbd keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
