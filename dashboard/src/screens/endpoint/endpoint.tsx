import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useChangeEndpoint, useEndpoint } from '../../api/endpoints/endpoints.ts'
import type { Endpoint } from '../../api/schema.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { EmailsOffBanner } from '../../shell/owned/emails-off-banner.tsx'
import { OwnedPage } from '../../shell/owned/owned-page.tsx'
import { parseTable, stringifyTable } from '../table/table-search.ts'
import { EmailsView } from './emails-view.tsx'
import { OverviewView } from './overview-view.tsx'
import type { EndpointView } from './search.ts'

const SnippetsView = lazyPart(() => import('./snippets-view.tsx').then((file) => file.SnippetsView))
const TableView = lazyPart(() => import('../table/table-view.tsx').then((file) => file.TableView))
const SettingsView = lazyPart(() => import('./settings-view.tsx').then((file) => file.SettingsView))

const route = getRouteApi('/forms/$endpointId')

/** Screen of one endpoint. */
export function EndpointScreen() {
  const { endpointId } = route.useParams()
  return (
    <OwnedPage
      kind="endpoints"
      id={endpointId}
      query={useEndpoint(endpointId)}
      back={{ to: '/forms', label: 'Forms' }}
      one="form"
      getUrl={(endpoint) => endpoint.endpoint_url}
    >
      {(endpoint) => (
        <>
          <EmailsOff endpoint={endpoint} />
          <Views endpoint={endpoint} />
        </>
      )}
    </OwnedPage>
  )
}

function EmailsOff({ endpoint }: { endpoint: Endpoint }) {
  return (
    <EmailsOffBanner
      endpoint={endpoint}
      emailNotifications={endpoint.settings.email_notifications}
      change={useChangeEndpoint(endpoint.id)}
    >
      {`Submissions are saved here, but not emailed to ${endpoint.recipient}.`}
    </EmailsOffBanner>
  )
}

function Views({ endpoint }: { endpoint: Endpoint }) {
  const search = route.useSearch()
  const { view = 'overview' } = search
  const navigate = route.useNavigate()
  const choose = (next: EndpointView) =>
    navigate({
      search: (before) => ({ ...before, view: next === 'overview' ? undefined : next }),
      replace: true,
    })
  return (
    <Tabs<EndpointView>
      label="Form sections"
      value={view}
      onChange={choose}
      tabs={[
        { value: 'overview', label: 'Overview', content: <OverviewView endpoint={endpoint} /> },
        {
          value: 'table',
          label: 'Table',
          content: (
            <Suspense fallback={<SkeletonRows rows={8} label="Loading the table" />}>
              <TableView
                endpoint={endpoint}
                search={parseTable(search.table)}
                onChange={(part) =>
                  navigate({
                    search: (before) => ({
                      ...before,
                      table: stringifyTable({ ...parseTable(before.table), ...part }),
                    }),
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
            </Suspense>
          ),
        },
        {
          value: 'snippets',
          label: 'Snippets',
          content: (
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the snippets" />}>
              <SnippetsView endpoint={endpoint} />
            </Suspense>
          ),
        },
        {
          value: 'settings',
          label: 'Settings',
          content: (
            <Suspense fallback={<SkeletonRows rows={4} label="Loading the settings" />}>
              <SettingsView endpoint={endpoint} />
            </Suspense>
          ),
        },
        { value: 'emails', label: 'Emails', content: <EmailsView endpoint={endpoint} /> },
      ]}
    />
  )
}
