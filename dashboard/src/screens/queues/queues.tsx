import { newQueueCommand, newQueuePrompt } from '../../../../src/snippets/queue/new-queue.ts'
import { AccountMonth } from '../../shell/owned/account-month.tsx'
import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { NewQueue } from './new-queue.tsx'
import { QueueRow } from './queue-row.tsx'

/** List of the owner's queues with their shared quota. */
export function QueuesScreen() {
  return (
    <OwnedList
      kind="queues"
      description="Hand work from one program to another, reliably."
      searched="Search covers names and IDs."
      getActivity={({ messages, last_message_at }) => ({
        used: messages.this_month,
        latest: last_message_at,
      })}
      first={(onNew) => (
        <FirstOwned kind="queues" onNew={onNew} command={newQueueCommand} prompt={newQueuePrompt}>
          One program publishes messages, another pulls and acknowledges them. Messages that aren't
          acknowledged are delivered again; dead ones wait here for you.
        </FirstOwned>
      )}
      // The quota belongs to the account and is the same in every row.
      above={(one) => <AccountMonth what="Messages" by="queues" month={one.messages} />}
      row={(queue) => <QueueRow key={queue.id} queue={queue} />}
      dialog={(making) => <NewQueue {...making} />}
    />
  )
}
