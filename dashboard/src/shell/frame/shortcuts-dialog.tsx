import { Switch } from '../../controls/fields/switch.tsx'
import { Kbd } from '../../controls/kbd.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { PALETTE_KEYS } from '../../keyboard/palette-key.ts'
import { type Shortcut, useShortcutsSetting } from '../../keyboard/shortcuts.ts'
import { type PlainKey, t } from '../../language/texts.ts'

/** Keys that work everywhere, also without single-key shortcuts. */
const FIXED = [
  { keys: PALETTE_KEYS.replace('K', 'k'), does: 'shell.shortcuts.jump' },
  { keys: '↑ ↓', does: 'shell.shortcuts.move' },
  { keys: 'Home End', does: 'shell.shortcuts.ends' },
  { keys: 'PageUp PageDown', does: 'shell.shortcuts.page' },
] as const

const GROUPS = {
  everywhere: 'shell.shortcuts.everywhere',
  list: 'shell.shortcuts.list',
  submission: 'shell.shortcuts.submission',
  telemetry: 'shell.places.telemetry',
  queue: 'shell.shortcuts.queue',
} as const satisfies Record<Shortcut['group'], PlainKey>

/** Shortcuts of the current screen, with a switch to turn them off. */
export function ShortcutsDialog(props: {
  open: boolean
  onClose: () => void
  shortcuts: readonly Shortcut[]
}) {
  const { open, onClose, shortcuts } = props
  const [setting, storeSetting] = useShortcutsSetting()
  const fixed = FIXED.map(({ keys, does }): Shortcut => {
    return { keys, does: t(does), group: 'everywhere', run: () => {} }
  })
  const groups = Object.entries(Object.groupBy([...fixed, ...shortcuts], ({ group }) => t(GROUPS[group])))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('shell.shortcuts.title')}
      width={groups.length > 1 ? 'wide' : 'narrow'}
    >
      <Switch
        label={t('shell.shortcuts.single')}
        hint={t('shell.shortcuts.singleHint')}
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
