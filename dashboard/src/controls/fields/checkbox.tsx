import { Checkbox as Base } from '@base-ui/react/checkbox'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

type CheckboxProps = {
  checked: boolean | 'some'
  onChange: (checked: boolean) => void
  disabled?: boolean
} & ({ label: ReactNode; quietLabel?: undefined } | { label: string; quietLabel: true })

/** A checkbox with a label; `quietLabel` hides the label visually. */
export function Checkbox({ checked, onChange, disabled, label, quietLabel }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the box inside.
    <label className="inline-flex min-h-6 items-center gap-2 text-sm">
      <Base.Root
        checked={checked === true}
        indeterminate={checked === 'some'}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        {...(quietLabel ? { 'aria-label': label } : {})}
        className="flex size-[1.125rem] shrink-0 items-center justify-center rounded-sm border border-edge bg-card text-on-accent transition-colors hover:border-ink data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-50"
      >
        <Base.Indicator>
          <Icon name={checked === 'some' ? 'dash' : 'check'} className="size-3.5 stroke-3" />
        </Base.Indicator>
      </Base.Root>
      {quietLabel ? null : label}
    </label>
  )
}
