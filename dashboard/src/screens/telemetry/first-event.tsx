import { telemetryPrompt } from '../../../../src/snippets/telemetry/agent-prompt.ts'
import { telemetryCurl } from '../../../../src/snippets/telemetry/curl.ts'
import { pageSnippet } from '../../../../src/snippets/telemetry/page.ts'
import type { Telemetry } from '../../api/schema.ts'
import { CodeTabs } from '../../controls/code-tabs.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Section } from '../../controls/section.tsx'
import { t } from '../../language/texts.ts'
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
      <Section title={t('telemetry.first.title')} description={t('telemetry.first.follows')}>
        <EventRows label={t('telemetry.first.event')} events={[first]} />
      </Section>
    )
  }
  const options = { telemetryUrl: telemetry.telemetry_url }
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6">
      <EmptyState
        icon="telemetry"
        title={t('telemetry.first.none')}
        actions={<TestButton kind="telemetry" owned={telemetry} weight="main" />}
      >
        {t('telemetry.first.how')}
      </EmptyState>
      <Section title={t('telemetry.first.waiting')} description={t('telemetry.first.appears')}>
        <TailStatus tail={tail} />
        {tail.events.length === 0 ? null : (
          <EventRows label={t('telemetry.live.events')} events={tail.events.slice(0, MAX_SHOWN)} />
        )}
      </Section>
      <CodeTabs
        label={t('telemetry.first.ways')}
        tabs={[
          {
            name: t('telemetry.first.page'),
            caption: t('telemetry.first.paste'),
            code: pageSnippet(options).code,
            lines: 'scrolled',
          },
          {
            name: 'curl',
            caption: t('telemetry.first.terminal'),
            code: telemetryCurl(options).code,
            lines: 'scrolled',
          },
          {
            name: t('telemetry.first.prompt'),
            caption: t('telemetry.first.agent'),
            code: telemetryPrompt(options).code,
          },
        ]}
      />
    </div>
  )
}
