import { useState } from 'react'
import { telemetryPrompt } from '../../../../src/snippets/telemetry/agent-prompt.ts'
import { telemetryCurl } from '../../../../src/snippets/telemetry/curl.ts'
import { pageSnippet } from '../../../../src/snippets/telemetry/page.ts'
import type { Telemetry } from '../../api/schema.ts'
import { CodeBlock } from '../../controls/code-block.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { TestButton } from '../../shell/owned/test-button.tsx'

type Way = 'page' | 'curl' | 'agent'

/** Empty state of a telemetry endpoint. */
export function FirstEvent({ telemetry }: { telemetry: Telemetry }) {
  const [way, setWay] = useState<Way>('page')
  const options = { telemetryUrl: telemetry.telemetry_url }
  return (
    <div className="mx-auto flex max-w-2xl flex-col">
      <EmptyState
        icon="telemetry"
        title="No events yet"
        actions={<TestButton kind="telemetry" owned={telemetry} weight="main" />}
      >
        Add the snippet, and your numbers appear here. A test event appears under Live and Events.
      </EmptyState>
      <Tabs<Way>
        label="Ways to send an event"
        value={way}
        onChange={setWay}
        tabs={[
          {
            value: 'page',
            label: 'Web page',
            content: (
              <CodeBlock
                caption="Paste this into your page"
                code={pageSnippet(options).code}
                lines="scrolled"
              />
            ),
          },
          {
            value: 'curl',
            label: 'curl',
            content: <CodeBlock caption="Terminal" code={telemetryCurl(options).code} lines="scrolled" />,
          },
          {
            value: 'agent',
            label: 'Agent prompt',
            content: <CodeBlock caption="For a coding agent" code={telemetryPrompt(options).code} />,
          },
        ]}
      />
    </div>
  )
}
