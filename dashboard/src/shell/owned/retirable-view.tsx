import { type ReactNode, useEffect, useRef } from 'react'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'

/** View that retires an endpoint, or says when it was retired. */
export function RetirableView(props: {
  retiredAt: string | null
  /** Content before. */
  before?: ReactNode
  /** Section that retires it. */
  retire: ReactNode
  /** Continues the sentence "Retired yesterday …". */
  consequence: string
  /** Content after. */
  children?: ReactNode
}) {
  const { retiredAt, before, retire, consequence: aftermath, children } = props
  const view = useRef<HTMLDivElement>(null)
  const retired = retiredAt !== null
  const wasRetired = useRef(retired)
  useEffect(() => {
    // The button that opened the dialog is unmounted, and its focus lost.
    const lostFocus = retired && !wasRetired.current && document.activeElement === document.body
    wasRetired.current = retired
    if (lostFocus) view.current?.focus({ preventScroll: true })
  }, [retired])
  return (
    <div ref={view} tabIndex={-1} className="flex max-w-3xl flex-col gap-6 outline-none">
      {before}
      {retiredAt === null ? (
        retire
      ) : (
        <Section title="Retired">
          <p>
            Retired <RelativeTime at={retiredAt} /> {aftermath}
          </p>
        </Section>
      )}
      {children}
    </div>
  )
}
