import { getRouteApi } from '@tanstack/react-router'
import { useQueues } from '../../api/queues/queues.ts'
import { AccountMonth } from '../../shell/owned/account-month.tsx'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { FirstQueue } from './first-queue.tsx'
import { NewQueue } from './new-queue.tsx'
import { QueueRow } from './queue-row.tsx'

const route = getRouteApi('/queues')

/** Every queue of the owner with what it holds, and what of the quota they have used together. */
export function QueuesScreen() {
  const filter = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <OwnedList
      title="Queues"
      description="Work that one program hands to another, and that is lost by neither."
      words={{ one: 'queue', many: 'queues' }}
      makeLabel="New queue"
      searched="Names and ids are searched."
      query={useQueues(filter)}
      filter={filter}
      onFilter={(search) => navigate({ search, replace: true })}
      first={(onNew) => <FirstQueue onNew={onNew} />}
      // The quota is the account's, and the same in each of them.
      above={(one) => <AccountMonth what="Messages" by="queues" month={one.messages} />}
      row={(queue) => <QueueRow key={queue.id} queue={queue} />}
      dialog={(making) => <NewQueue {...making} />}
    />
  )
}
