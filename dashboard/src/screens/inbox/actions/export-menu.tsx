import { memo } from 'react'
import { type ExportFormat, exportSubmissions, zipUrl } from '../../../api/accounts/export.ts'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { IconButton } from '../../../controls/icon-button.tsx'
import { Menu, MenuItem } from '../../../controls/overlays/menu.tsx'
import { type PlainKey, t } from '../../../language/texts.ts'
import { useFileExport } from '../../../shell/file-export.tsx'

const FORMATS: readonly { format: ExportFormat; label: PlainKey | 'CSV' | 'JSON' | 'NDJSON' }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'excel', label: 'inbox.export.excel' },
  { format: 'csv-all', label: 'inbox.export.allFields' },
  { format: 'json', label: 'JSON' },
  { format: 'ndjson', label: 'NDJSON' },
]

/** Menu that exports everything that matches the filter. */
export const ExportMenu = memo(function ExportMenu({ filter }: { filter: SubmissionFilter }) {
  const { busy, start } = useFileExport()
  return (
    <Menu trigger={<IconButton icon="download" label={t('inbox.export.label')} />}>
      <p className="px-2.5 pt-1.5 pb-1 text-xs text-muted">{t('inbox.export.title')}</p>
      {FORMATS.map(({ format, label }) => (
        <MenuItem
          key={format}
          icon="download"
          disabled={busy}
          onSelect={() => start((how) => exportSubmissions(filter, { ...how, format }))}
        >
          {label === 'CSV' || label === 'JSON' || label === 'NDJSON' ? label : t(label)}
        </MenuItem>
      ))}
      <MenuItem icon="download" onSelect={() => saveZip(filter)}>
        {t('inbox.export.zip')}
      </MenuItem>
    </Menu>
  )
})

/** Has the browser save the archive as it arrives: it can be larger than the memory of a tab. */
function saveZip(filter: SubmissionFilter): void {
  const link = document.createElement('a')
  link.href = zipUrl(filter)
  link.download = ''
  link.click()
}
