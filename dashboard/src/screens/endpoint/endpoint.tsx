import { getRouteApi } from '@tanstack/react-router'
import type { Endpoint } from '../../api/schema.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { OwnedPage } from '../../shell/owned/owned-page.tsx'
import { parseTable, stringifyTable, type TableSearch } from '../table/table-search.ts'
import { EmailsView } from './emails-view.tsx'
import { OverviewView } from './overview-view.tsx'
import type { EndpointView } from './search.ts'

const SnippetsView = lazyPart(
  () => import('./snippets-view.tsx').then((file) => file.SnippetsView),
  <SkeletonRows rows={4} label="Loading the snippets" />,
)
const TableView = lazyPart(
  () => import('../table/table-view.tsx').then((file) => file.TableView),
  <SkeletonRows rows={8} label="Loading the table" />,
)
const SettingsView = lazyPart(
  () => import('./settings-view.tsx').then((file) => file.SettingsView),
  <SkeletonRows rows={4} label="Loading the settings" />,
)

const route = getRouteApi('/forms/$endpointId')

/** Screen of one endpoint. */
export function EndpointScreen() {
  return (
    <OwnedPage kind="endpoints" id={route.useParams().endpointId}>
      {(endpoint) => <Views endpoint={endpoint} />}
    </OwnedPage>
  )
}

function Views({ endpoint }: { endpoint: Endpoint }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const choose = (next: EndpointView) =>
    navigate({
      search: (before) => ({ ...before, view: next === 'overview' ? undefined : next }),
      replace: true,
    })
  const changeTable = (part: TableSearch) =>
    navigate({
      search: (before) => ({
        ...before,
        table: stringifyTable({ ...parseTable(before.table), ...part }),
      }),
      replace: true,
      resetScroll: false,
    })
  const table = <TableView endpoint={endpoint} search={parseTable(search.table)} onChange={changeTable} />
  return (
    <Tabs<EndpointView>
      label="Form sections"
      value={search.view ?? 'overview'}
      onChange={choose}
      tabs={[
        { value: 'overview', label: 'Overview', content: <OverviewView endpoint={endpoint} /> },
        { value: 'table', label: 'Table', content: table },
        { value: 'snippets', label: 'Snippets', content: <SnippetsView endpoint={endpoint} /> },
        { value: 'settings', label: 'Settings', content: <SettingsView endpoint={endpoint} /> },
        { value: 'emails', label: 'Emails', content: <EmailsView endpoint={endpoint} /> },
      ]}
    />
  )
}
