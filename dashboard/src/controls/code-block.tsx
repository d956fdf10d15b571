import { useId } from 'react'
import { CopyButton } from './copy.tsx'

/** Something to paste elsewhere, with a button that copies all of it. */
export function CodeBlock({ caption, code }: { caption: string; code: string }) {
  const id = useId()
  return (
    <figure className="overflow-hidden rounded-md border bg-card" aria-labelledby={id}>
      <div className="flex items-center justify-between gap-3 border-b py-1.5 pr-1.5 pl-4">
        <figcaption id={id} className="text-sm text-muted">
          {caption}
        </figcaption>
        <CopyButton text={code} />
      </div>
      <pre className="px-4 py-3 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
        <code>{code}</code>
      </pre>
    </figure>
  )
}
