import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'

/** A switch. It applies at once, unless it is in a form with a button that saves. */
export function Switch(props: {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}) {
  const { label, hint, checked, onChange, disabled } = props
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <p id={id} className="text-base font-semibold">
          {label}
        </p>
        {hint ? (
          <p id={`${id}-hint`} className="text-sm text-muted text-pretty">
            {hint}
          </p>
        ) : null}
      </div>
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 flex h-6 w-10 shrink-0 rounded-full border border-edge bg-sunken p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="size-4.5 rounded-full bg-edge transition-transform data-checked:translate-x-4 rtl:data-checked:-translate-x-4 data-checked:bg-on-accent" />
      </Base.Root>
    </div>
  )
}
