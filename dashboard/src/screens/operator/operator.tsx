import { getRouteApi } from '@tanstack/react-router'
import { Segments } from '../../controls/fields/segments.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useTypedSearch } from '../../controls/fields/typed-search.ts'
import { type PlainKey, t } from '../../language/texts.ts'
import { Page } from '../../shell/frame/page.tsx'
import { EndpointsView } from './endpoints-view.tsx'
import { InstanceView } from './instance-view.tsx'
import { LogView } from './log-view.tsx'
import { OwnersView } from './owners-view.tsx'
import { RefusedView } from './refused-view.tsx'
import { DESK_SECTIONS, type DeskSection, USUAL_SECTION } from './search.ts'

const LABELS: Readonly<Record<DeskSection, PlainKey>> = {
  owners: 'operator.sections.owners',
  endpoints: 'operator.sections.endpoints',
  log: 'operator.sections.log',
  instance: 'operator.sections.instance',
}
const SEARCHES: Readonly<Partial<Record<DeskSection, PlainKey>>> = {
  owners: 'operator.find.owners',
  endpoints: 'operator.find.endpoints',
}
const route = getRouteApi('/operator')

/** Owners and endpoints of the whole instance, for its operator. */
export function OperatorScreen() {
  const { q, section = USUAL_SECTION, by } = route.useSearch()
  const navigate = route.useNavigate()
  const toSection = (next: DeskSection) => (next === USUAL_SECTION ? undefined : next)
  const typed = useTypedSearch(q, (text) =>
    navigate({ search: { q: text?.trim() || undefined, section: toSection(section) }, replace: true }),
  )
  const search = by === 'refused' ? undefined : SEARCHES[section]
  const label = search && t(search)
  return (
    <Page title={t('operator.title')} width="wide" description={t('operator.about')}>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center gap-3">
          {/* Wider than the smallest phones in some languages. */}
          <div className="max-w-full overflow-x-auto">
            <Segments
              label={t('operator.section')}
              value={section}
              choices={DESK_SECTIONS.map((value) => ({ value, label: t(LABELS[value]) }))}
              onChange={(next) => navigate({ search: { section: toSection(next) } })}
            />
          </div>
          {section === 'endpoints' ? (
            <Segments
              label={t('operator.endpoints.order')}
              value={by ?? 'newest'}
              choices={[
                { value: 'newest', label: t('operator.endpoints.newest') },
                { value: 'refused', label: t('operator.endpoints.mostRefused') },
              ]}
              onChange={(next) =>
                navigate({ search: { section, by: next === 'refused' ? next : undefined } })
              }
            />
          ) : null}
          {label ? (
            <TextField
              label={label}
              quietLabel
              type="search"
              placeholder={label}
              autoComplete="off"
              spellCheck={false}
              className="w-full sm:w-72"
              value={typed.text}
              onChange={({ target }) => typed.setText(target.value)}
            />
          ) : null}
        </div>
        {by === 'refused' ? <RefusedView /> : <SectionView section={section} q={q} />}
      </div>
    </Page>
  )
}

function SectionView({ section, q }: { section: DeskSection; q: string | undefined }) {
  switch (section) {
    case 'owners':
      return <OwnersView q={q} />
    case 'endpoints':
      return <EndpointsView q={q} />
    case 'log':
      return <LogView />
    case 'instance':
      return <InstanceView />
  }
}
