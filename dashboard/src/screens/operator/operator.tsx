import { getRouteApi } from '@tanstack/react-router'
import { Segments } from '../../controls/fields/segments.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useTypedSearch } from '../../controls/fields/typed-search.ts'
import { Page } from '../../shell/frame/page.tsx'
import { InstanceView } from './instance-view.tsx'
import { LogView } from './log-view.tsx'
import { EndpointsView, OwnersView } from './overseen.tsx'
import { DESK_SECTIONS, type DeskSection, USUAL_SECTION } from './search.ts'

const LABELS: Readonly<Record<DeskSection, string>> = {
  owners: 'Owners',
  endpoints: 'Endpoints',
  log: 'Log',
  instance: 'Instance',
}
const SEARCHES: Readonly<Partial<Record<DeskSection, string>>> = {
  owners: 'Find by email address',
  endpoints: 'Find by ID, owner or site',
}
const route = getRouteApi('/operator')

/** Owners and endpoints of the whole instance, for its operator. */
export function OperatorScreen() {
  const { q, section = USUAL_SECTION } = route.useSearch()
  const navigate = route.useNavigate()
  const toSection = (next: DeskSection) => (next === USUAL_SECTION ? undefined : next)
  const typed = useTypedSearch(q, (text) =>
    navigate({ search: { q: text?.trim() || undefined, section: toSection(section) }, replace: true }),
  )
  const label = SEARCHES[section]
  return (
    <Page
      title="Operator"
      width="wide"
      description="Owners and endpoints of this instance. You see this because the operator listed you in FORMSLOT_OPERATORS. What you do here is recorded."
    >
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-center gap-3">
          <Segments
            label="Section"
            value={section}
            choices={DESK_SECTIONS.map((value) => ({ value, label: LABELS[value] }))}
            onChange={(next) => navigate({ search: { section: toSection(next) } })}
          />
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
        <SectionView section={section} q={q} />
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
