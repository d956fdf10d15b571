import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Spinner } from './feedback/spinner.tsx'
import { Icon, type IconName } from './icon.tsx'

const BASE =
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-semibold no-underline select-none transition-colors disabled:opacity-50'
const WEIGHTS = {
  main: 'border-accent bg-accent text-on-accent enabled:hover:bg-accent/92',
  plain: 'border-line bg-card text-ink enabled:hover:border-edge enabled:hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-muted enabled:hover:bg-sunken enabled:hover:text-ink',
  danger: 'border-danger bg-danger text-on-danger enabled:hover:bg-danger/88',
  'danger-plain': 'border-line bg-card text-danger enabled:hover:border-danger enabled:hover:bg-danger-tint',
} as const
const SIZES = {
  small: 'h-8 px-2.5 text-sm pointer-coarse:h-10',
  normal: 'h-9 px-3.5 text-sm pointer-coarse:h-11',
  large: 'h-11 px-5 text-base',
} as const

export type Weight = keyof typeof WEIGHTS
export type Size = keyof typeof SIZES

/** Returns the classes of a button, for links that look like one. */
export function buttonClass(look: { weight?: Weight; size?: Size } = {}): string {
  return classes(
    BASE,
    WEIGHTS[look.weight ?? 'plain'].replaceAll('enabled:', ''),
    SIZES[look.size ?? 'normal'],
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  weight?: Weight
  size?: Size
  icon?: IconName
  /** Shows a spinner at the same width and ignores clicks. */
  busy?: boolean
  type?: 'button' | 'submit'
}

/** A button with a text label. At most one `main` per screen. */
export function Button(props: ButtonProps) {
  const { weight = 'plain', size = 'normal', icon, busy = false, type = 'button', ...rest } = props
  const { children, className, disabled, ...others } = rest
  return (
    <button
      {...others}
      type={type}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
      className={classes(BASE, WEIGHTS[weight], SIZES[size], className)}
    >
      {busy ? <Spinner /> : icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}
