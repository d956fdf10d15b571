import { getRouteApi, Link } from '@tanstack/react-router'
import { type Endpoint, useEndpoint } from '../../api/endpoints.ts'
import { Badge } from '../../controls/badge.tsx'
import { CopyInline } from '../../controls/copy.tsx'
import { Icon } from '../../controls/icon.tsx'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { DangerView } from './danger-view.tsx'
import { LettersView } from './letters-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { type EndpointView, readEndpointSearch } from './search.ts'
import { SettingsView } from './settings-view.tsx'
import { SnippetsView } from './snippets-view.tsx'

const route = getRouteApi('/endpoints/$endpointId')

/** Everything about one endpoint. */
export function EndpointScreen() {
  const { endpointId } = route.useParams()
  const query = useEndpoint(endpointId)
  return (
    <Page
      title={query.data?.name ?? endpointId}
      width="wide"
      above={
        <Link
          to="/endpoints"
          className="mb-3 -ml-1 inline-flex min-h-6 items-center gap-1 text-sm text-muted no-underline hover:text-ink"
        >
          <Icon name="left" className="size-4" />
          Endpoints
        </Link>
      }
      description={query.data ? <About endpoint={query.data} /> : null}
    >
      <Loaded query={query} loading={<SkeletonRows rows={4} label="Loading the endpoint" />}>
        {(endpoint) => <Views endpoint={endpoint} />}
      </Loaded>
    </Page>
  )
}

function About({ endpoint }: { endpoint: Endpoint }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      {endpoint.state === 'retired' ? <Badge>Retired</Badge> : <Badge tone="good">Active</Badge>}
      <span className="flex min-w-0">
        <CopyInline label="Copy the address" value={endpoint.endpoint_url} />
      </span>
    </div>
  )
}

function Views({ endpoint }: { endpoint: Endpoint }) {
  const { view = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: EndpointView) =>
    navigate({ search: readEndpointSearch({ view: next === 'overview' ? undefined : next }), replace: true })
  return (
    <Tabs<EndpointView>
      label="About this endpoint"
      value={view}
      onChange={choose}
      tabs={[
        { value: 'overview', label: 'Overview', content: <OverviewView endpoint={endpoint} /> },
        { value: 'snippets', label: 'Snippets', content: <SnippetsView endpoint={endpoint} /> },
        { value: 'settings', label: 'Settings', content: <SettingsView endpoint={endpoint} /> },
        { value: 'letters', label: 'Letters', content: <LettersView endpoint={endpoint} /> },
        { value: 'danger', label: 'Retire', content: <DangerView endpoint={endpoint} /> },
      ]}
    />
  )
}
