import { memo } from 'react'
import { type ExportFormat, exportSubmissions, zipUrl } from '../../../api/accounts/export.ts'
import type { SubmissionFilter } from '../../../api/client/filters.ts'
import { IconButton } from '../../../controls/icon-button.tsx'
import { Menu, MenuItem } from '../../../controls/overlays/menu.tsx'
import { useFileExport } from '../../../shell/file-export.tsx'

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'excel', label: 'CSV for Excel' },
  { format: 'csv-all', label: 'CSV with all fields' },
  { format: 'json', label: 'JSON' },
  { format: 'ndjson', label: 'NDJSON' },
]

/** Menu that exports everything that matches the filter. */
export const ExportMenu = memo(function ExportMenu({ filter }: { filter: SubmissionFilter }) {
  const { busy, start } = useFileExport()
  return (
    <Menu trigger={<IconButton icon="download" label="Export" />}>
      <p className="px-2.5 pt-1.5 pb-1 text-xs text-muted">Export this list</p>
      {FORMATS.map(({ format, label }) => (
        <MenuItem
          key={format}
          icon="download"
          disabled={busy}
          onSelect={() => start((how) => exportSubmissions(filter, { ...how, format }))}
        >
          {label}
        </MenuItem>
      ))}
      <MenuItem icon="download" onSelect={() => saveZip(filter)}>
        ZIP with files
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
