import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { Tooltip } from './overlays/tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'type' | 'children'> & {
  icon: IconName
  /** Accessible name and tooltip. */
  label: string
  /** Keyboard shortcut, shown in the tooltip. */
  shortcut?: string
  tone?: 'muted' | 'danger'
  /** `none` in a dialog, where Escape would close the tooltip first. */
  tip?: 'shown' | 'none'
}

/** An icon button: 36 px square, 44 px on touch screens. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, shortcut, tone = 'muted', tip = 'shown', className, ...rest } = props
  const button = (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={classes(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors pointer-coarse:size-11',
        'enabled:hover:bg-sunken disabled:opacity-40',
        tone === 'danger' ? 'enabled:hover:text-danger' : 'enabled:hover:text-ink',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  )
  if (tip === 'none') return button
  return (
    <Tooltip label={label} {...(shortcut === undefined ? {} : { shortcut })}>
      {button}
    </Tooltip>
  )
}
