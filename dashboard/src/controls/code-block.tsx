import { useId } from 'react'
import { classes } from './classes.ts'
import { CopyButton } from './copy.tsx'

/** Code with a copy button. Long lines wrap or scroll. */
export function CodeBlock(props: { caption: string; code: string; lines?: 'wrapped' | 'scrolled' }) {
  const { caption, code, lines = 'wrapped' } = props
  const id = useId()
  return (
    <figure className="overflow-hidden rounded-md border bg-card" aria-labelledby={id}>
      <div className="flex items-center justify-between gap-3 border-b py-1.5 ps-4 pe-1.5">
        <figcaption id={id} className="text-sm text-muted">
          {caption}
        </figcaption>
        <CopyButton text={code} />
      </div>
      <pre
        dir="ltr"
        // A scrollable area must be focusable.
        tabIndex={lines === 'scrolled' ? 0 : undefined}
        className={classes(
          'px-4 py-3 text-sm -outline-offset-2 scrollbar-quiet',
          lines === 'scrolled' ? 'overflow-x-auto' : 'whitespace-pre-wrap [overflow-wrap:anywhere]',
        )}
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}
