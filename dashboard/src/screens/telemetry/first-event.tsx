import { telemetryPrompt } from '../../../../src/snippets/telemetry/agent-prompt.ts'
import { telemetryCurl } from '../../../../src/snippets/telemetry/curl.ts'
import { pageSnippet } from '../../../../src/snippets/telemetry/page.ts'
import type { Telemetry } from '../../api/schema.ts'
import { CodeTabs } from '../../controls/code-tabs.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { TestButton } from '../../shell/owned/test-button.tsx'

/** Empty state of a telemetry endpoint. */
export function FirstEvent({ telemetry }: { telemetry: Telemetry }) {
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
      <CodeTabs
        label="Ways to send an event"
        tabs={[
          {
            name: 'Web page',
            caption: 'Paste this into your page',
            code: pageSnippet(options).code,
            lines: 'scrolled',
          },
          { name: 'curl', caption: 'Terminal', code: telemetryCurl(options).code, lines: 'scrolled' },
          { name: 'Agent prompt', caption: 'For a coding agent', code: telemetryPrompt(options).code },
        ]}
      />
    </div>
  )
}
