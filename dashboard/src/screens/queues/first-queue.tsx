import { useMe } from '../../api/me.ts'
import { Button } from '../../controls/button.tsx'
import { CodeBlock } from '../../controls/code-block.tsx'
import { EmptyState } from '../../controls/states.tsx'
import { newQueueCommand, newQueuePrompt } from '../../snippets/queue/new-queue.ts'

/** Before the first queue: one press, one command, or one sentence to an agent. */
export function FirstQueue({ onNew }: { onNew: () => void }) {
  const { data: me } = useMe()
  const made = { base: me?.base_url ?? window.location.origin, mailbox: me?.mailbox ?? 'YOUR_ADDRESS' }
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
      <EmptyState
        icon="queue"
        title="Your first queue"
        deeds={
          <Button weight="main" size="large" icon="plus" onClick={onNew}>
            New queue
          </Button>
        }
      >
        One program puts messages in, another takes them out and says when each is done. What is not
        acknowledged is handed out again; what fails too often waits here for you.
      </EmptyState>
      <CodeBlock caption="Or from a terminal" code={newQueueCommand(made)} lines="scrolled" />
      <CodeBlock caption="Or tell a coding agent" code={newQueuePrompt(made)} />
    </div>
  )
}
