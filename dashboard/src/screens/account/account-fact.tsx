import type { ReactNode } from 'react'

/** A name above its value in a description list. */
export function AccountFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
