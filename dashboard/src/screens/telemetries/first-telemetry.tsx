import { useMe } from '../../api/me.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { newTelemetryCommand, newTelemetryPrompt } from '../../snippets/telemetry/new-telemetry.ts'

/** Before the first telemetry endpoint: one press, one command, or one sentence to an agent. */
export function FirstTelemetry({ onNew }: { onNew: () => void }) {
  const { data: me } = useMe()
  const made = { base: me?.base_url ?? window.location.origin, mailbox: me?.mailbox ?? 'YOUR_ADDRESS' }
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
      <EmptyState
        icon="telemetry"
        title="Your first telemetry endpoint"
        deeds={
          <Button weight="main" size="large" icon="plus" onClick={onNew}>
            New telemetry endpoint
          </Button>
        }
      >
        It is an address that pages and programs tell what happens: each event has a name and props. They are
        counted here by name, without cookies and without anybody’s address.
      </EmptyState>
      <CodeBlock caption="Or from a terminal" code={newTelemetryCommand(made)} lines="scrolled" />
      <CodeBlock caption="Or tell a coding agent" code={newTelemetryPrompt(made)} />
    </div>
  )
}
