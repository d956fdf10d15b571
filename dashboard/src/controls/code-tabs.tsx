import { type ComponentProps, useState } from 'react'
import { CodeBlock } from './code-block.tsx'
import { Tabs } from './tabs.tsx'

/** Code in tabs; the first one is shown at first. */
export function CodeTabs(props: {
  label: string
  tabs: readonly ({ name: string } & ComponentProps<typeof CodeBlock>)[]
}) {
  const { label, tabs } = props
  const [shown, setShown] = useState(tabs[0]?.name ?? '')
  return (
    <Tabs
      label={label}
      value={shown}
      onChange={setShown}
      tabs={tabs.map(({ name, ...block }) => ({
        value: name,
        label: name,
        content: <CodeBlock {...block} />,
      }))}
    />
  )
}
