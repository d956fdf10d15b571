import { Select as Base } from '@base-ui/react/select'
import { type KeyboardEvent, useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'

/** A select. The label is for screen readers, and visible with `showLabel`. */
export function Select<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  showLabel?: boolean
  /** Explanation below it. */
  hint?: string
  className?: string
}) {
  const { label, value, choices, onChange, showLabel = false, hint, className } = props
  const hintId = useId()
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
      }}
    >
      <div className={classes('flex flex-col gap-1.5', className)}>
        <Base.Label className={showLabel ? 'text-sm font-semibold' : 'sr-only'}>{label}</Base.Label>
        <Base.Trigger
          onKeyDown={leaveToShortcuts}
          aria-describedby={hint ? hintId : undefined}
          className="inline-flex h-9 min-w-32 items-center justify-between gap-2 rounded-md border border-edge bg-card px-3 text-sm font-medium transition-colors hover:border-ink pointer-coarse:h-11"
        >
          <Base.Value className="truncate" />
          <Base.Icon className="text-muted">
            <Icon name="down" className="size-4" />
          </Base.Icon>
        </Base.Trigger>
        {hint ? (
          <p id={hintId} className="text-sm text-muted text-pretty">
            {hint}
          </p>
        ) : null}
      </div>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <Base.Popup className="floating max-h-80 min-w-[var(--anchor-width)] max-w-[90vw] overflow-y-auto p-1">
            <Base.List>
              {choices.map((choice) => (
                <Base.Item
                  key={choice.value}
                  value={choice.value}
                  className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm outline-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
                >
                  <span className="size-4">
                    <Base.ItemIndicator>
                      <Icon name="check" className="size-4 text-accent" />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText>{choice.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** A letter on a closed select is a shortcut; type-ahead would change the value unseen. */
function leaveToShortcuts(event: KeyboardEvent & { preventBaseUIHandler: () => void }): void {
  const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
  if (!isOpen && event.key.length === 1 && event.key !== ' ') event.preventBaseUIHandler()
}
