import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { newQueueCommand, newQueuePrompt } from '../../snippets/queue/new-queue.ts'

/** Before the first queue. */
export function FirstQueue({ onNew }: { onNew: () => void }) {
  return (
    <FirstOwned icon="queue" one="queue" onNew={onNew} command={newQueueCommand} prompt={newQueuePrompt}>
      One program puts messages in, another takes them out and says when each is done. What is not
      acknowledged is handed out again; what fails too often waits here for you.
    </FirstOwned>
  )
}
