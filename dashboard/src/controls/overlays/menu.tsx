import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { t } from '../../language/texts.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Kbd } from '../kbd.tsx'

const ITEM =
  'flex min-h-9 w-full cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm no-underline outline-none data-highlighted:bg-sunken data-disabled:opacity-50 pointer-coarse:min-h-11'

/** A button that opens a menu. `trigger` is the button with its accessible name. */
export function Menu(props: {
  trigger: ReactElement
  children: ReactNode
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
}) {
  const { trigger, children, side = 'bottom', align = 'end' } = props
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      {/* A landmark of its own: what is outside of all landmarks is not found by them. */}
      <Base.Portal role="region" aria-label={t('shell.menu.region')}>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="floating min-w-52 max-w-[min(90vw,20rem)] p-1 outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemLook = { icon?: IconName; shortcut?: string; children: ReactNode }

/** A menu item that runs an action. */
export function MenuItem(props: ItemLook & { onSelect: () => void; disabled?: boolean }) {
  const { onSelect, disabled, ...look } = props
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={ITEM}>
      <ItemBody {...look} />
    </Base.Item>
  )
}

/** A menu item that is a link; `link` is the link element without its text. */
export function MenuLink({ link, ...look }: ItemLook & { link: ReactElement }) {
  return (
    <Base.LinkItem render={link} closeOnClick className={ITEM}>
      <ItemBody {...look} />
    </Base.LinkItem>
  )
}

/** A radio group in a menu. */
export function MenuChoice<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly { value: Value; label: string; icon?: IconName }[]
  onChange: (value: Value) => void
}) {
  return (
    <Base.RadioGroup value={props.value} onValueChange={(value: Value) => props.onChange(value)}>
      <Base.Group>
        <Base.GroupLabel className="px-2.5 pt-2 pb-1 text-xs text-muted">{props.label}</Base.GroupLabel>
        {props.choices.map(({ value, label, icon }) => (
          <Base.RadioItem key={value} value={value} closeOnClick className={ITEM}>
            {icon ? <Icon name={icon} className="text-muted" /> : null}
            <span className="flex-1">{label}</span>
            <Base.RadioItemIndicator>
              <Icon name="check" className="size-4 text-accent" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.Group>
    </Base.RadioGroup>
  )
}

/** A separator between groups of items. */
export function MenuLine() {
  return <Base.Separator className="mx-2 my-1 border-t" />
}

function ItemBody({ icon, shortcut, children }: ItemLook) {
  return (
    <>
      {icon ? <Icon name={icon} className="opacity-75" /> : null}
      <span className="flex-1">{children}</span>
      {shortcut ? (
        <span className="pointer-coarse:hidden">
          <Kbd keys={shortcut} />
        </span>
      ) : null}
    </>
  )
}
