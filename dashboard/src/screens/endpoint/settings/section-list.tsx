import { Link, useNavigate } from '@tanstack/react-router'
import { useMe } from '../../../api/accounts/me.ts'
import { useDraftIds } from '../../../api/client/drafts.ts'
import type { Endpoint } from '../../../api/schema.ts'
import { Select } from '../../../controls/fields/select.tsx'
import { t } from '../../../language/texts.ts'
import { toDraftId } from '../../../shell/owned/settings-draft.ts'
import { SECTION_NAMES } from './section-names.ts'
import { SETTINGS_SECTIONS, type SettingsSection } from './sections.ts'

const TO = '/forms/$endpointId/settings/{-$section}'

/** Links to all sections, and which of them have unsaved changes; a select where there is no room beside them. */
export function SectionList({ endpoint, section }: { endpoint: Endpoint; section: SettingsSection }) {
  const navigate = useNavigate()
  const drafts = useDraftIds('settings', useMe().data?.email)
  const toLink = (id: SettingsSection) =>
    ({ to: TO, params: { endpointId: endpoint.id, section: id }, search: true }) as const
  const listLabel = t('endpoint.sections.label')
  const sections = SETTINGS_SECTIONS.map((id) => ({
    id,
    label: t(SECTION_NAMES[id]),
    isUnsaved: drafts.has(toDraftId({ kind: 'endpoints', id: endpoint.id }, id)),
  }))
  return (
    <>
      <Select
        label={listLabel}
        className="lg:hidden"
        value={section}
        choices={sections.map(({ id, label, isUnsaved }) => ({
          value: id,
          label: isUnsaved ? t('endpoint.sections.unsavedSection', { section: label }) : label,
        }))}
        onChange={(next) => navigate(toLink(next))}
      />
      <nav aria-label={listLabel} className="max-lg:hidden lg:sticky lg:top-8">
        <ul className="flex flex-col gap-0.5">
          {sections.map(({ id, label, isUnsaved }) => (
            <li key={id}>
              <Link
                {...toLink(id)}
                className="flex min-h-9 flex-col justify-center rounded-md px-3 py-1.5 text-sm font-medium text-muted no-underline hover:bg-sunken hover:text-ink aria-[current]:bg-tint aria-[current]:text-accent"
              >
                {label}
                {isUnsaved ? (
                  <span className="text-xs font-normal text-warn">{t('endpoint.sections.unsaved')}</span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
