import { useAccess } from '../../../api/accounts/access.ts'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { useAssignees } from '../../../api/submissions/assignees.ts'
import { useLabels } from '../../../api/submissions/labels.ts'
import { Button } from '../../../controls/button.tsx'
import { Checkbox } from '../../../controls/fields/checkbox.tsx'
import { Segments } from '../../../controls/fields/segments.tsx'
import { Select } from '../../../controls/fields/select.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { t } from '../../../language/texts.ts'
import { useDensity } from '../list/density.ts'
import { isNarrowed, isSavable, shiftDay } from './inbox-query.ts'
import { SaveView } from './save-view.tsx'

/** Value of the choice of no filter. */
const ANY = 'any'

/** Filters for unread, marks, people and dates, in the URL, and the height of the rows, in this browser. */
export function FilterPanel(props: {
  id: string
  search: SubmissionFilter
  onChange: (search: SubmissionFilter) => void
}) {
  const { id, search, onChange } = props
  const [density, setDensity] = useDensity()
  const { data: labels = [] } = useLabels()
  const { isShared } = useAccess()
  const { data: assignees = [] } = useAssignees({ enabled: isShared })
  const until = shiftDay(search.before, -1)
  return (
    <fieldset id={id} className="flex flex-col gap-3 border-t px-3 py-3">
      <legend className="sr-only">{t('inbox.filters.label')}</legend>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <Checkbox
          label={t('inbox.filters.unread')}
          checked={search.unread === 1}
          onChange={(checked) => onChange({ ...search, unread: checked ? 1 : undefined })}
        />
        <span className="flex-1" />
        {isSavable(search) ? <SaveView search={search} /> : null}
        {isNarrowed(search) ? (
          <Button size="small" weight="quiet" onClick={() => onChange(withoutFilters(search))}>
            {t('inbox.filters.clear')}
          </Button>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox
          label={t('inbox.filters.starred')}
          checked={search.starred === 1}
          onChange={(checked) => onChange({ ...search, starred: checked ? 1 : undefined })}
        />
        {labels.length === 0 ? null : (
          <Select
            label={t('inbox.filters.withLabel')}
            value={search.label ?? ANY}
            choices={[
              { value: ANY, label: t('inbox.filters.anyLabel') },
              ...labels.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(label) => onChange({ ...search, label: label === ANY ? undefined : label })}
            className="max-w-44"
          />
        )}
      </div>
      {isShared ? (
        <div className="flex items-center justify-between gap-3">
          <span aria-hidden="true" className="text-sm font-medium">
            {t('inbox.filters.assignedTo')}
          </span>
          <Select
            label={t('inbox.filters.assignedTo')}
            value={search.assigned ?? ANY}
            choices={[
              { value: ANY, label: t('inbox.filters.anyone') },
              { value: 'me', label: t('inbox.filters.me') },
              { value: 'nobody', label: t('inbox.assign.nobody') },
              ...assignees.filter(({ you }) => !you).map(({ id, email }) => ({ value: id, label: email })),
            ]}
            onChange={(who) => onChange({ ...search, assigned: who === ANY ? undefined : who })}
            className="max-w-56"
          />
        </div>
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          type="date"
          label={t('inbox.filters.from')}
          value={search.after ?? ''}
          max={until}
          onChange={({ target }) => onChange({ ...search, after: target.value || undefined })}
        />
        <TextField
          type="date"
          label={t('inbox.filters.to')}
          value={until ?? ''}
          min={search.after}
          onChange={({ target }) => onChange({ ...search, before: shiftDay(target.value, 1) })}
        />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden="true" className="text-sm font-medium">
          {t('inbox.filters.rows')}
        </span>
        <Segments
          label={t('inbox.filters.rows')}
          value={density}
          choices={[
            { value: 'comfortable', label: t('inbox.filters.comfortable') },
            { value: 'compact', label: t('inbox.filters.compact') },
          ]}
          onChange={setDensity}
        />
      </div>
    </fieldset>
  )
}

/** Returns the search without filters, for the same folder and endpoint. */
export function withoutFilters({ folder, endpoint }: SubmissionFilter): SubmissionFilter {
  return { folder, endpoint }
}
