import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** A name and its value in a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** A name above its value in a description list. */
export function TallFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/**
 * Names and values in two columns, without those whose value is null.
 *
 * @param props.stacks each value is below its name on phones, for long names
 */
export function FactTable(props: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  stacks?: boolean
}) {
  const { facts, stacks = false } = props
  return (
    <dl
      className={classes(
        'grid items-baseline gap-x-6 gap-y-1.5 text-sm',
        stacks ? 'sm:grid-cols-[auto_minmax(0,1fr)]' : 'grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className={stacks ? 'sm:contents' : 'contents'}>
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
