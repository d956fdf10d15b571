import { useMe } from '../../api/me.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { newEndpointCommand, newEndpointPrompt } from '../../snippets/new-endpoint.ts'

/** Before the first endpoint: one press, one command, or one sentence to an agent. */
export function FirstEndpoint({ onNew }: { onNew: () => void }) {
  const { data: me } = useMe()
  const made = { base: me?.base_url ?? window.location.origin, mailbox: me?.mailbox ?? 'YOUR_ADDRESS' }
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
      <EmptyState
        icon="endpoints"
        title="Your first endpoint"
        deeds={
          <Button weight="main" size="large" icon="plus" onClick={onNew}>
            New endpoint
          </Button>
        }
      >
        An endpoint is an address that forms are sent to. Whatever arrives is kept here and mailed to you.
      </EmptyState>
      <CodeBlock caption="Or from a terminal" code={newEndpointCommand(made)} lines="scrolled" />
      <CodeBlock caption="Or tell a coding agent" code={newEndpointPrompt(made)} />
    </div>
  )
}
