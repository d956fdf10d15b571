import { getRouteApi } from '@tanstack/react-router'
import { useEndpoints } from '../../api/endpoints/endpoints.ts'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { parseSort } from '../../shell/owned/owned-sort.ts'
import { EndpointRow } from './endpoint-row.tsx'
import { FirstEndpoint } from './first-endpoint.tsx'
import { NewEndpoint } from './new-endpoint.tsx'

const route = getRouteApi('/forms')

/** List of the owner's forms. */
export function EndpointsScreen() {
  const { create, sort = 'newest', ...filter } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <OwnedList
      kind="endpoints"
      title="Forms"
      words={{ one: 'form', many: 'forms' }}
      makeLabel="New form"
      searched="Search covers names, IDs and URLs."
      query={useEndpoints(filter)}
      filter={filter}
      creating={create === 1}
      sort={sort}
      getActivity={({ submissions, last_submission_at }) => ({
        used: submissions.this_month,
        latest: last_submission_at,
      })}
      onSort={(next) => navigate({ search: { ...filter, sort: parseSort(next) }, replace: true })}
      onFilter={(next) => navigate({ search: { ...next, sort: parseSort(sort) }, replace: true })}
      first={(onNew) => <FirstEndpoint onNew={onNew} />}
      row={(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />}
      dialog={(making) => <NewEndpoint {...making} />}
    />
  )
}
