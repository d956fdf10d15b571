import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'

/** A button that opens a small panel. `trigger` is the button with its accessible name. */
export function Popover(props: {
  trigger: ReactElement
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Moves focus when it closes, instead of to the trigger. */
  onClosed: () => void
  children: ReactNode
}) {
  const { trigger, label, open, onOpenChange, onClosed, children } = props
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-50">
          <Base.Popup
            aria-label={label}
            finalFocus={() => {
              onClosed()
              return false
            }}
            className="floating flex max-h-[min(26rem,70dvh)] w-[min(24rem,calc(100vw-1rem))] flex-col outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
