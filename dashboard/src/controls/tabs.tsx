import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

/** Several views of one thing; the arrow keys change them. Keep the chosen one in the address. */
export function Tabs<Value extends string>(props: {
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode }[]
}) {
  const { label, value, onChange, tabs } = props
  return (
    <Base.Root value={value} onValueChange={(next: Value) => onChange(next)}>
      <Base.List
        aria-label={label}
        className="mb-6 flex gap-1 overflow-x-auto border-b pt-0.5 pl-0.5 [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px inline-flex h-10 shrink-0 items-center border-b-2 border-transparent px-3 text-sm font-medium text-muted transition-colors hover:text-ink data-active:border-accent data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
