import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

/** Tabs, changed by arrow keys. Keep the selected one in the URL. */
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
        className="-mx-1 mb-6 flex gap-3 overflow-x-auto bg-[linear-gradient(var(--color-line),var(--color-line))] bg-[length:calc(100%-0.5rem)_1px] bg-bottom bg-no-repeat [scrollbar-width:none] sm:gap-5"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="inline-flex h-10 shrink-0 items-center border-b-2 border-transparent px-1 text-sm font-medium text-muted -outline-offset-2 transition-colors hover:text-ink data-active:border-accent data-active:text-ink pointer-coarse:h-11"
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
