import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { FirstEndpoint, NewEndpoint } from './new-endpoint.tsx'

/** List of the owner's forms. */
export function EndpointsScreen() {
  return (
    <OwnedList
      kind="endpoints"
      searched="Search covers names, IDs and URLs."
      getActivity={({ submissions, last_submission_at }) => ({
        used: submissions.this_month,
        latest: last_submission_at,
      })}
      first={(onNew) => <FirstEndpoint onNew={onNew} />}
      row={(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />}
      dialog={(making) => <NewEndpoint {...making} />}
    />
  )
}
