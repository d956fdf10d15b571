import { telemetryPrompt } from '../../../../src/snippets/telemetry/agent-prompt.ts'
import { telemetryCurl } from '../../../../src/snippets/telemetry/curl.ts'
import { pageSnippet } from '../../../../src/snippets/telemetry/page.ts'
import type { Telemetry } from '../../api/schema.ts'
import { CodeTabs } from '../../controls/code-tabs.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Section } from '../../controls/section.tsx'
import { TestButton } from '../../shell/owned/test-button.tsx'
import { EventRows } from './event-rows.tsx'
import type { Tail } from './tail.ts'
import { TailStatus } from './tail-status.tsx'

/** Number of events shown while the first one is awaited. */
const MAX_SHOWN = 3

/** Empty state of a telemetry endpoint: how to send an event, and a live list that waits for the first one. */
export function FirstEvent({ telemetry, tail }: { telemetry: Telemetry; tail: Tail }) {
  const first = tail.events.findLast((event) => !event.test)
  if (first) {
    return (
      <Section title="Your first event has arrived" description="Its numbers follow below.">
        <EventRows label="First event" events={[first]} />
      </Section>
    )
  }
  const options = { telemetryUrl: telemetry.telemetry_url }
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <EmptyState
        icon="telemetry"
        title="No events yet"
        actions={<TestButton kind="telemetry" owned={telemetry} weight="main" />}
      >
        Add the snippet, and your numbers appear here: events by hour and day, compared with yesterday and
        last week, and what they contain. A test event is listed, but isn't counted.
      </EmptyState>
      <Section title="Waiting for the first event" description="It appears here the moment it arrives.">
        <TailStatus tail={tail} />
        {tail.events.length === 0 ? null : (
          <EventRows label="Live events" events={tail.events.slice(0, MAX_SHOWN)} />
        )}
      </Section>
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
