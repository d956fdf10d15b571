import { newQueueCommand, newQueuePrompt } from '../../../../src/snippets/queue/new-queue.ts'
import { FirstOwned } from '../../shell/owned/first-owned.tsx'

/** Empty state without queues. */
export function FirstQueue({ onNew }: { onNew: () => void }) {
  return (
    <FirstOwned icon="queue" one="queue" onNew={onNew} command={newQueueCommand} prompt={newQueuePrompt}>
      One program publishes messages, another pulls and acknowledges them. Messages that aren't acknowledged
      are delivered again; dead ones wait here for you.
    </FirstOwned>
  )
}
