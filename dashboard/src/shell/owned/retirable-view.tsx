import { type ReactNode, useEffect, useRef } from 'react'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'

/** A view with the button that retires something; where that is done, it says since when, and what became of it. */
export function RetirableView(props: {
  retiredAt: string | null
  /** What stands before it. */
  before?: ReactNode
  /** What retires it. */
  retire: ReactNode
  /** Goes on behind "It was retired yesterday". */
  aftermath: string
  /** What stands behind it. */
  children?: ReactNode
}) {
  const { retiredAt, before, retire, aftermath, children } = props
  const view = useRef<HTMLDivElement>(null)
  const retired = retiredAt !== null
  const wasRetired = useRef(retired)
  useEffect(() => {
    // The button that opened the dialog has gone, and the focus with it.
    const goesOn = retired && !wasRetired.current && document.activeElement === document.body
    wasRetired.current = retired
    if (goesOn) view.current?.focus({ preventScroll: true })
  }, [retired])
  return (
    <div ref={view} tabIndex={-1} className="flex max-w-3xl flex-col gap-6 outline-none">
      {before}
      {retiredAt === null ? (
        retire
      ) : (
        <Section title="Retired">
          <p>
            It was retired <RelativeTime at={retiredAt} /> {aftermath}
          </p>
        </Section>
      )}
      {children}
    </div>
  )
}
