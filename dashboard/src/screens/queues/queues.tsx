import { getRouteApi } from '@tanstack/react-router'
import { useQueues } from '../../api/queues/queues.ts'
import { AccountMonth } from '../../shell/owned/account-month.tsx'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { FirstQueue } from './first-queue.tsx'
import { NewQueue } from './new-queue.tsx'
import { QueueRow } from './queue-row.tsx'

const route = getRouteApi('/queues')

/** List of the owner's queues with their shared quota. */
export function QueuesScreen() {
  const { create, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <OwnedList
      kind="queues"
      title="Queues"
      description="Hand work from one program to another, reliably."
      words={{ one: 'queue', many: 'queues' }}
      makeLabel="New queue"
      searched="Search covers names and IDs."
      query={useQueues(filter)}
      filter={filter}
      creating={create === 1}
      onFilter={(search) => navigate({ search, replace: true })}
      first={(onNew) => <FirstQueue onNew={onNew} />}
      // The quota belongs to the account and is the same in every row.
      above={(one) => <AccountMonth what="Messages" by="queues" month={one.messages} />}
      row={(queue) => <QueueRow key={queue.id} queue={queue} />}
      dialog={(making) => <NewQueue {...making} />}
    />
  )
}
