import { type ReactNode, useId } from 'react'

/** A card with a heading. */
export function Section(props: {
  title: string
  description?: ReactNode
  children: ReactNode
  tone?: 'danger'
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`rounded-md border bg-card p-5 ${props.tone === 'danger' ? 'border-danger/40' : ''}`}
    >
      <h2 id={id} className="text-lg">
        {props.title}
      </h2>
      {props.description ? <p className="mt-0.5 text-muted text-pretty">{props.description}</p> : null}
      <div className="mt-4 flex flex-col gap-4">{props.children}</div>
    </section>
  )
}
