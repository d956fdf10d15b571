import { getRouteApi } from '@tanstack/react-router'
import { useQueues } from '../../api/queues/queues.ts'
import { AccountMonth } from '../../shell/owned/account-month.tsx'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { parseSort } from '../../shell/owned/owned-sort.ts'
import { FirstQueue } from './first-queue.tsx'
import { NewQueue } from './new-queue.tsx'
import { QueueRow } from './queue-row.tsx'

const route = getRouteApi('/queues')

/** List of the owner's queues with their shared quota. */
export function QueuesScreen() {
  const { create, sort = 'newest', ...filter } = route.useSearch()
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
      sort={sort}
      getActivity={({ messages, last_message_at }) => ({
        used: messages.this_month,
        latest: last_message_at,
      })}
      onSort={(next) => navigate({ search: { ...filter, sort: parseSort(next) }, replace: true })}
      onFilter={(next) => navigate({ search: { ...next, sort: parseSort(sort) }, replace: true })}
      first={(onNew) => <FirstQueue onNew={onNew} />}
      // The quota belongs to the account and is the same in every row.
      above={(one) => <AccountMonth what="Messages" by="queues" month={one.messages} />}
      row={(queue) => <QueueRow key={queue.id} queue={queue} />}
      dialog={(making) => <NewQueue {...making} />}
    />
  )
}
