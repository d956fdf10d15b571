import { getRouteApi, useParams } from '@tanstack/react-router'
import { useAccess } from '../../api/accounts/access.ts'
import type { Endpoint } from '../../api/schema.ts'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { Tabs } from '../../controls/tabs.tsx'
import { t } from '../../language/texts.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { OwnedPage } from '../../shell/owned/owned-page.tsx'
import { parseTable, stringifyTable, type TableSearch } from '../table/table-search.ts'
import { OverviewView } from './overview-view.tsx'
import type { EndpointView } from './search.ts'
import { readSection } from './settings/sections.ts'

const SnippetsView = lazyPart(
  () => import('./snippets-view.tsx').then((file) => file.SnippetsView),
  <SkeletonRows rows={4} />,
  ['snippets'],
)
const TableView = lazyPart(
  () => import('../table/table-view.tsx').then((file) => file.TableView),
  <SkeletonRows rows={8} />,
  ['table'],
)
const SettingsView = lazyPart(
  () => import('./settings/settings-view.tsx').then((file) => file.SettingsView),
  <SkeletonRows rows={4} />,
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
  const { section } = useParams({ strict: false })
  const navigate = route.useNavigate()
  const { may } = useAccess()
  const choose = (next: EndpointView) =>
    navigate({
      to: next === 'settings' ? '/forms/$endpointId/settings/{-$section}' : '/forms/$endpointId',
      search: (before) => ({ ...before, view: next === 'table' || next === 'snippets' ? next : undefined }),
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
  const settings = <SettingsView endpoint={endpoint} section={readSection(section)} />
  return (
    <Tabs<EndpointView>
      label={t('endpoint.tabs.label')}
      value={section === undefined ? (search.view ?? 'overview') : 'settings'}
      onChange={choose}
      tabs={[
        {
          value: 'overview',
          label: t('endpoint.tabs.overview'),
          content: <OverviewView endpoint={endpoint} />,
        },
        { value: 'table', label: t('endpoint.tabs.table'), content: table },
        {
          value: 'snippets',
          label: t('endpoint.tabs.snippets'),
          content: <SnippetsView endpoint={endpoint} />,
        },
        ...(may('owner')
          ? [{ value: 'settings', label: t('shell.words.settings'), content: settings } as const]
          : []),
      ]}
    />
  )
}
